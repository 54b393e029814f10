import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../test/support/fresh-folder.ts'
import { holdFolder } from '../adapters/sqlite/held-folder.ts'
import { readSettings } from '../config/settings.ts'
import { embeddedFolder, openOwnService } from './embed.ts'

it('a command waits for a service that is starting, and uses it', async () => {
  const folder = freshFolder()
  const held = holdFolder(folder, { isCommand: false })!
  onTestFinished(held.release)
  const opening = openOwnService(
    { ...readSettings({}), DATA_DIR: folder },
    { needsData: false, tell: expect.unreachable, environment: { DATA_DIR: folder } },
  )
  const service = { edgeUrl: 'http://127.0.0.1:1', localUrl: 'http://127.0.0.1:2', token: 'a-token' }
  held.announce(service)
  expect(await opening).toEqual({ running: service })
})

it('the data of a user are in the home folder, unless a service was started here or DATA_DIR is set', () => {
  const home = { XDG_DATA_HOME: '/home/me' }
  expect(embeddedFolder({ DATA_DIR: freshFolder() }, home)).toBe('/home/me/stretto')
  expect(embeddedFolder({ DATA_DIR: './here' }, { ...home, DATA_DIR: './here' })).toBe('./here')
})

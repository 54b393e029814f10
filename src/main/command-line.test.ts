import { describe, expect, it } from 'vitest'
import { readCommand } from './command-line.ts'

describe('the command line', () => {
  it('starts the service when it is empty', () => {
    expect(readCommand([])).toEqual({ name: 'start' })
  })

  it.each([
    ['-h', 'help'],
    ['--help', 'help'],
    ['-v', 'version'],
    ['--version', 'version'],
  ])('takes %s', (flag, name) => {
    expect(readCommand([flag])).toEqual({ name })
  })

  it('starts the doctor, which repairs only on request', () => {
    expect(readCommand(['doctor'])).toEqual({ name: 'doctor', repair: false })
    expect(readCommand(['doctor', '--repair'])).toEqual({ name: 'doctor', repair: true })
    expect(readCommand(['doctor', '--help'])).toEqual({ name: 'help' })
  })

  it.each([
    ['--port'],
    ['-p'],
    ['serve'],
    ['--help', '--nope'],
    ['--repair'],
    ['doctor', '--force'],
    ['doctor', 'now'],
    ['toString'],
    [''],
  ])('rejects anything else by name and points to --help: %s', (...args) => {
    const command = readCommand(args)
    expect(command).toMatchObject({ name: 'refuse', message: expect.stringContaining(args.at(-1)!) })
    expect(command).toMatchObject({ message: expect.stringContaining('--help') })
  })
})

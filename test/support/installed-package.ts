import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The package, packed and installed in a folder that was empty before. */
export interface InstalledPackage {
  folder: string
  /** What the package consists of, by path. */
  files: string[]
  unpackedBytes: number
  /** The packages, however they came to be installed, that want to run a script then. */
  withInstallScript: string[]
  /** Writes a file into the folder and runs it; returns what it printed. */
  runProgram(name: string, program: string): Promise<string>
  remove(): void
}

const run = promisify(execFile)
const NO_REGISTRY = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/

/** Packs the project and installs it; null if the registry cannot be reached. No script of any package is run. */
export async function installPackage(): Promise<InstalledPackage | null> {
  const base = mkdtempSync(join(tmpdir(), 'stretto-package-'))
  const remove = () => rmSync(base, { recursive: true, force: true })
  const folder = join(base, 'empty')
  mkdirSync(folder)
  const packed = await run('npm', ['pack', '--json', '--pack-destination', base], { cwd: ROOT })
  const [{ filename, files, unpackedSize }] = JSON.parse(packed.stdout)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
  try {
    await run('npm', ['install', ...flags, join(base, filename)], { cwd: folder })
  } catch (error) {
    remove()
    if (NO_REGISTRY.test((error as { stderr?: string }).stderr ?? '')) return null
    throw error
  }
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, Record<string, boolean>>)
  return {
    folder,
    files: files.map(({ path }: { path: string }) => path),
    unpackedBytes: unpackedSize,
    withInstallScript: packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
    async runProgram(name, program) {
      writeFileSync(join(folder, name), program)
      const { stdout } = await run(process.execPath, [name], { cwd: folder, timeout: 150_000 })
      return stdout
    },
    remove,
  }
}

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import dockerIgnore from '@balena/dockerignore'
import {
  DockerfileParser,
  type Instruction,
  type ModifiableInstruction,
  type PropertyInstruction,
} from 'dockerfile-ast'
import { ROOT, readText } from './files.ts'

/** A stage of the Dockerfile; a folder stands for the root of its file system. */
export interface Stage {
  root: string
  /** As the Dockerfile names it. */
  workingFolder: string
  environment: Record<string, string>
  user: number
  healthCheck: string[]
  entrypoint: string[]
}

/** Whether files can be given to other users. */
export const IS_ROOT = process.getuid?.() === 0

/** Does what the Dockerfile says, one folder for each stage, and returns the last stage. */
export function buildStages(folder: string): Stage {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const instruction of DockerfileParser.parse(readText('Dockerfile')).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const name = /\bAS (\S+)/i.exec(argumentsOf(instruction))?.[1] ?? `stage-${stages.size}`
      stage = newStage(join(folder, name))
      stages.set(name, stage)
    } else apply(instruction, stage!, stages)
  }
  return stage!
}

/** The place of an absolute path of a stage on this machine. */
export const inStage = ({ root, workingFolder }: Stage, path: string) =>
  join(root, posix.resolve(workingFolder, path))

function newStage(root: string): Stage {
  mkdirSync(root, { recursive: true })
  return { root, workingFolder: '/', environment: {}, user: 0, healthCheck: [], entrypoint: [] }
}

const argumentsOf = (instruction: Instruction) => instruction.getArgumentsContent() ?? ''

function apply(instruction: Instruction, stage: Stage, stages: Map<string, Stage>): void {
  const given = argumentsOf(instruction)
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workingFolder = given
      mkdirSync(inStage(stage, '.'), { recursive: true })
      return
    case 'COPY':
      copy(instruction as ModifiableInstruction, stage, stages)
      return
    case 'RUN':
      execute(given, stage)
      return
    case 'ENV':
      for (const property of (instruction as PropertyInstruction).getProperties())
        stage.environment[property.getName()] = property.getValue() ?? ''
      return
    case 'USER':
      stage.user = Number(given.split(':')[0])
      return
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(given.replace(/^CMD\s+/, ''))
      return
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(given)
      return
    case 'VOLUME':
      statSync(inStage(stage, given))
      return
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return
    default:
      throw new Error(
        `${instruction.getKeyword()} cannot be rehearsed: teach scripts/deployment/build-stages.ts`,
      )
  }
}

/** Runs a command in the folder of the stage, where its absolute paths lie. */
function execute(command: string, stage: Stage): void {
  const owner = IS_ROOT ? '$&' : `-o ${process.getuid?.()} -g ${process.getgid?.()}`
  const here = command
    .replace(/(?<=\s)\/(?=(?:data|app|build|dependencies)\b)/g, `${stage.root}/`)
    .replace(/-o \d+ -g \d+/, owner)
  console.log(`RUN ${command}`)
  const { PATH, HOME } = process.env
  const { status } = spawnSync('sh', ['-e', '-c', here], {
    cwd: inStage(stage, '.'),
    env: { PATH, HOME, ...stage.environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`The command ended with ${status}: ${command}`)
}

function copy(instruction: ModifiableInstruction, stage: Stage, stages: Map<string, Stage>): void {
  const from = instruction
    .getFlags()
    .find((flag) => flag.getName() === 'from')
    ?.getValue()
  const paths = argumentsOf(instruction).split(/\s+/)
  const target = inStage(stage, paths.pop()!)
  console.log(`COPY ${paths.join(' ')}${from == null ? '' : ` from ${from}`}`)
  for (const path of paths) {
    if (from != null) cpSync(inStage(stages.get(from)!, path), target, { recursive: true })
    else if (path === '.') copyContext(target)
    else if (sent(path)) cpSync(join(ROOT, path), join(target, basename(path)))
    else throw new Error(`.dockerignore leaves out ${path}`)
  }
}

const ignored = dockerIgnore().add(readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n'))
const sent = (path: string) => !ignored.ignores(path)

/** Copies what .dockerignore lets through. */
function copyContext(target: string): void {
  const top = readdirSync(ROOT).filter((name) => name !== 'node_modules' && name !== '.git')
  for (const name of top) {
    const path = join(ROOT, name)
    const files = statSync(path).isFile()
      ? [name]
      : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((below) => `${name}/${below}`)
    for (const file of files.filter((one) => statSync(join(ROOT, one)).isFile() && sent(one)))
      cpSync(join(ROOT, file), join(target, file))
  }
}

import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { readText } from './files.ts'

/** What is wrong with the Dockerfile. */
export function checkImage(text = readText('Dockerfile')): string[] {
  const dockerfile = DockerfileParser.parse(text)
  const instructions = dockerfile.getInstructions()
  const stages = dockerfile.getFROMs()
  const last = instructions.slice(instructions.findLastIndex((one) => one.getKeyword() === 'FROM'))
  const has = (keyword: string) => last.some((one) => one.getKeyword() === keyword)
  const user = last.find((one) => one.getKeyword() === 'USER')?.getArgumentsContent()
  const images = new Set(stages.map((stage) => stage.getImage()))
  return [
    ...validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
    ...[...images]
      .filter((image) => !/:\d+\.\d+\.\d+\S*$/.test(image ?? ''))
      .map((image) => `${image} has no full version`),
    images.size === 1 ? '' : 'all stages must be based on the same image',
    stages.length > 1 ? '' : 'what builds must not be in the image',
    /^[1-9]\d*:[1-9]\d*$/.test(user ?? '') ? '' : 'the last USER must be a number, and not root',
    ...['HEALTHCHECK', 'STOPSIGNAL', 'VOLUME', 'ENTRYPOINT']
      .filter((keyword) => !has(keyword))
      .map((keyword) => `${keyword} is missing`),
    ...instructions
      .filter((one) => one.getKeyword() === 'ADD')
      .map(() => 'ADD fetches and unpacks: use COPY'),
    ...instructions
      .filter((one) => one.getKeyword() === 'ENTRYPOINT' || one.getKeyword() === 'CMD')
      .filter((one) => !one.getArgumentsContent()?.startsWith('['))
      .map((one) => `${one.getKeyword()} must be a list: a shell would not pass on signals`),
  ]
    .filter(Boolean)
    .map((problem) => `Dockerfile: ${problem}`)
}

import { z } from 'zod'
import { always, required, string } from './described.ts'
import { LIMITS } from './limits.ts'
import { isWritable, unwritable } from './panel.ts'

export interface Attachment {
  kind: 'image' | 'file'
  /** Its address, or its content as a data URL. */
  url: string
  /** How closely an image is looked at, in OpenAI's words; absent for the model's own choice. */
  detail?: string
  filename?: string
}

export interface MessageContent {
  content: string
  attachments?: Attachment[]
}

const PARTS_RULE = 'content must be a string or an array of parts'
const TYPE_RULE = 'type must be text, image_url or file'
const URL_RULE =
  'must be an address that begins with https:// or http://, or a data URL such as data:image/png;base64,…'
const FILE_RULE =
  'must be a data URL such as data:application/pdf;base64,…: what a file at an address costs cannot be told'
const ADDRESS = /^https?:\/\/[^\s/]/i
const DATA = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.+-]+)*;base64,/i

/** Whether a text is a web address or a data URL in base64; its content, behind a short head, is left to the models. */
function isReference(url: string): boolean {
  return ADDRESS.test(url) ? URL.canParse(url) : isData(url)
}

function isData(url: string): boolean {
  return DATA.test(url.slice(0, 200))
}

const reference = (name: string, rule: string, isOne: (url: string) => boolean) =>
  z
    .string({ error: `${name} is required and ${rule}` })
    .refine((url) => isOne(url) && isWritable(url), `${name} ${rule}`)

const TextPart = z.object({
  type: always('text'),
  text: required('text').refine(isWritable, unwritable('text')).describe('The text'),
})

const ImagePart = z.object({
  type: always('image_url'),
  image_url: z
    .object(
      {
        url: reference('url', URL_RULE, isReference).meta({
          description: 'Its address, or its content as a data URL',
          example: 'https://example.org/cat.png',
        }),
        detail: z
          .enum(['auto', 'low', 'high'], { error: 'detail must be auto, low or high' })
          .nullish()
          .describe('How closely to look at it; some models ignore it'),
      },
      { error: 'image_url is required and must be an object with url' },
    )
    .describe('The image'),
})

const FilePart = z.object({
  type: always('file'),
  file: z
    .object(
      {
        filename: string('filename')
          .max(
            LIMITS.documentTitleCharacters,
            `filename must have at most ${LIMITS.documentTitleCharacters} characters`,
          )
          .refine(isWritable, unwritable('filename'))
          .nullish()
          .describe('Its name'),
        file_data: reference('file_data', FILE_RULE, isData).describe(
          'Its content as a data URL; files that are elsewhere cannot be named',
        ),
      },
      { error: 'file is required and must be an object with file_data' },
    )
    .describe('The file, such as a PDF'),
})

const Part = z.discriminatedUnion('type', [TextPart, ImagePart, FilePart], { error: TYPE_RULE })
type Part = z.output<typeof Part>

export const MessageContent = z
  .union(
    [
      z.string().refine(isWritable, unwritable('content')),
      z.array(Part, { error: PARTS_RULE }).min(1, PARTS_RULE),
    ],
    { error: PARTS_RULE },
  )
  .transform((given): MessageContent => (typeof given === 'string' ? { content: given } : contentOf(given)))
  .refine(({ content }) => content.length <= LIMITS.messageCharacters, {
    error: `content must have at most ${LIMITS.messageCharacters} characters`,
    abort: true,
  })
  .refine(({ attachments = [] }) => attachments.length <= LIMITS.attachments, {
    error: `content must have at most ${LIMITS.attachments} images and files`,
    abort: true,
  })

/** Whether a role may send what a message has attached: no provider takes images as instructions. */
export function maySend({ role, attachments }: { role: string; attachments?: Attachment[] }): boolean {
  return attachments === undefined || (role !== 'system' && role !== 'developer')
}

/** What is said of one that may not. */
export const ONLY_TEXT = {
  path: ['content'],
  error: 'content of a system or developer message must be text; send images and files in a user message',
  abort: true,
}

/** Texts are joined by blank lines. Where several things are attached, each is named at its place. */
function contentOf(parts: Part[]): MessageContent {
  const attached = parts.filter((part) => part.type !== 'text')
  let place = 0
  const texts = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text]
    place++
    return attached.length > 1 ? [`[${part.type === 'file' ? 'file' : 'image'} ${place}]`] : []
  })
  const content = texts.join('\n\n')
  return attached.length === 0 ? { content } : { content, attachments: attached.map(attachmentOf) }
}

function attachmentOf(part: z.output<typeof ImagePart> | z.output<typeof FilePart>): Attachment {
  if (part.type === 'file') {
    const { filename, file_data: url } = part.file
    return { kind: 'file', url, ...(filename && { filename }) }
  }
  const { url, detail } = part.image_url
  return { kind: 'image', url, ...(detail && { detail }) }
}

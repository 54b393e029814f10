import type { EdgeRequest } from '../../../src/client/index.ts'
import { LIMITS } from '../../../src/contract/limits.ts'

/** A file that was added to a question: what is sent of it, or why nothing is. */
export interface AddedFile {
  name: string
  /** In bytes. */
  size: number
  kind: 'text' | 'picture' | 'reading' | 'refused'
  /** What is sent: a text, or a picture as a data URL; empty for nothing. */
  content: string
  /** Its pages or pixels, or why it is refused and what to do. */
  note: string
}

export const refusal = (note: string) => ({ kind: 'refused' as const, content: '', note })

/** Files that have names by which models can cite them, each its own. */
export function named(files: File[], before: AddedFile[]): AddedFile[] {
  const taken = new Set(before.map(({ name }) => name))
  return files.map(({ name: given, size }) => {
    const line = given.slice(0, LIMITS.documentTitleCharacters - 10).replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    const plain = line.trim() || 'File'
    let name = plain
    for (let number = 2; taken.has(name); number++) name = `${plain} (${number})`
    taken.add(name)
    return { name, size, kind: 'reading', content: '', note: 'reading …' }
  })
}

/** Room for the names of the fields around contents. */
const RESERVED_BYTES = 8192

/** The files, of which those are refused that are too many or too large for a request, one after the other. */
export function fitted(files: AddedFile[], request: EdgeRequest): AddedFile[] {
  const { context = [], messages = [] } = request
  let characters = context.reduce((sum, { title, text }) => sum + title.length + text.length, 0)
  let documents = context.length
  let pictures = messages.flatMap(({ content }) => picturesIn(content)).length
  let bytes = bytesOf(request) + RESERVED_BYTES
  return files.map((file) => {
    const { kind, name, content } = file
    if (content === '') return file
    const length = kind === 'text' ? name.length + content.length : 0
    const size = kind === 'text' ? bytesOf(content) : content.length
    const refuse = (what: string) => ({ ...file, ...refusal(`${what} Remove others, or add less of it.`) })
    if (documents + (kind === 'text' ? 1 : 0) > LIMITS.contextDocuments)
      return refuse(`A question takes ${LIMITS.contextDocuments} documents.`)
    if (pictures + (kind === 'picture' ? 1 : 0) > LIMITS.attachments)
      return refuse(`A question takes ${LIMITS.attachments} pictures.`)
    if (characters + length > LIMITS.contextCharacters)
      return refuse(
        `Too long: the documents of a question may have ${LIMITS.contextCharacters.toLocaleString('en')} characters in all.`,
      )
    if (bytes + size > LIMITS.bodyBytes)
      return refuse(`Too large: a question may have ${inBytes(LIMITS.bodyBytes)} with all files.`)
    if (kind === 'text') documents++
    else pictures++
    characters += length
    bytes += size
    return file
  })
}

/** A request with what is sent of files: texts as documents, pictures in a message before the question. */
export function withFiles(request: EdgeRequest, files: AddedFile[]): EdgeRequest {
  const texts = files.filter(({ kind }) => kind === 'text')
  const pictures = files.filter(({ kind }) => kind === 'picture')
  const documents = texts.map(({ name, content }) => ({ title: name, text: content }))
  const names = pictures.map(({ name }) => name).join(', ')
  const shown = [
    { type: 'text' as const, text: `Pictures for the question, in this order: ${names}` },
    ...pictures.map(({ content: url }) => ({ type: 'image_url' as const, image_url: { url } })),
  ]
  return {
    ...request,
    ...(texts.length > 0 && { context: [...(request.context ?? []), ...documents] }),
    ...(pictures.length > 0 && {
      messages: [...(request.messages ?? []), { role: 'user' as const, content: shown }],
    }),
  }
}

/** Stands for a picture where it must not be sent yet. */
const NO_PICTURE = 'data:image/png;base64,AAAA'

/** A request of the same size without what its documents and pictures show. */
export function outlineOf(request: EdgeRequest): EdgeRequest {
  const { context, messages } = request
  return {
    ...request,
    ...(context && {
      context: context.map(({ text }, index) => ({
        title: `Document ${index + 1}`,
        text: 'x'.repeat(text.length),
      })),
    }),
    ...(messages && {
      messages: messages.map(({ role, content }) => {
        const pictures = picturesIn(content)
        if (pictures.length === 0) return { role, content }
        return { role, content: pictures.map((one) => ({ ...one, image_url: { url: NO_PICTURE } })) }
      }),
    }),
  }
}

type Content = NonNullable<EdgeRequest['messages']>[number]['content']

/** The pictures among the parts of a message. */
export function picturesIn(content: Content) {
  return typeof content === 'string' ? [] : content.filter((part) => part.type === 'image_url')
}

/** A size for people. */
export function inBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}

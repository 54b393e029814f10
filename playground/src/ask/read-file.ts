import { type AddedFile, inBytes, refusal } from './added-files.ts'

type Content = Pick<AddedFile, 'kind' | 'content' | 'note'>

const MOST_BYTES = 50_000_000

const OTHER_PICTURE = refusal('Only PNG, JPEG, WebP and GIF pictures can be read. Save it as one of these.')
const OFFICE = refusal('Office files and archives cannot be read. Save it as PDF or text.')
const OTHER_TEXT = refusal('Its text is not UTF-8. Save it as UTF-8.')
const BINARY = refusal('Neither a text nor a PDF nor a picture. Save it as one of these.')

/** How contents begin, and what they are. */
const BEGINNINGS: Array<[string, Content | string, offset?: number]> = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['WEBP', 'image/webp', 8],
  ['ftyp', OTHER_PICTURE, 4],
  ['II*\0', OTHER_PICTURE],
  ['MM\0*', OTHER_PICTURE],
  ['PK\x03\x04', OFFICE],
  ['\xd0\xcf\x11\xe0', OFFICE],
  ['\xff\xfe', OTHER_TEXT],
  ['\xfe\xff', OTHER_TEXT],
]

/** What a content is, whatever its name says: a media type, a text in UTF-8, or why it cannot be read. */
export function contentIn(bytes: Uint8Array): Content | string {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  const known = BEGINNINGS.find(([beginning, , offset]) => head.startsWith(beginning, offset))
  if (known !== undefined) return known[1]
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.trim() === '') return refusal('It is empty.')
    // Logs may have colours, which begin with an escape character.
    const isText = !/(?!\s)\p{Cc}/u.test(text.replaceAll('\x1b', ''))
    return isText ? { kind: 'text', content: text, note: '' } : BINARY
  } catch {
    return bytes.includes(0) ? BINARY : OTHER_TEXT
  }
}

/** Reads a file, as far as models can take what is in it. */
export async function readFile(file: Blob): Promise<Content> {
  if (file.size > MOST_BYTES)
    return refusal(`Larger than ${inBytes(MOST_BYTES)}. Add only the part that matters.`)
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const content = contentIn(bytes)
    if (typeof content !== 'string') return content
    if (content !== 'application/pdf') return await readPicture(new Blob([bytes], { type: content }))
    const { readPdf } = await import('./read-pdf.ts')
    return await readPdf(bytes)
  } catch {
    return refusal('It could not be read: it is a folder, or is no longer there. Add it again.')
  }
}

/** More pixels than this along an edge most models scale down themselves. */
const MOST_PIXELS = 1568
const MOST_CHARACTERS = 400_000
const SCALES: Array<[edge: number, quality: number]> = [
  [MOST_PIXELS, 0.85],
  [MOST_PIXELS, 0.6],
  [1024, 0.7],
  [640, 0.6],
]

/** A picture as it is, or scaled down to what fits into a request. */
async function readPicture(blob: Blob): Promise<Content> {
  const picture = await createImageBitmap(blob).catch(() => null)
  if (picture === null) return refusal('A damaged picture. Save it anew.')
  const { width, height } = picture
  const pixels = (factor = 1) => `${Math.round(width * factor)} × ${Math.round(height * factor)} pixels`
  const whole = await dataUrlOf(blob)
  if (Math.max(width, height) <= MOST_PIXELS && whole.length <= MOST_CHARACTERS)
    return { kind: 'picture', content: whole, note: pixels() }
  const canvas = document.createElement('canvas')
  for (const [edge, quality] of SCALES) {
    const factor = Math.min(1, edge / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * factor))
    canvas.height = Math.max(1, Math.round(height * factor))
    const context = canvas.getContext('2d')!
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const content = canvas.toDataURL('image/jpeg', quality)
    const change = factor < 1 ? `scaled down to ${pixels(factor)}` : 'compressed'
    const still = blob.type === 'image/gif' ? ', the first frame only' : ''
    if (content.length <= MOST_CHARACTERS)
      return { kind: 'picture', content, note: `${pixels()}, ${change}${still}` }
  }
  return refusal('Too large even when scaled down. Add a part of it.')
}

function dataUrlOf(blob: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

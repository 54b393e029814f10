/** Wrong contents of a message: where in the content the problem is, what is said of it, and the content. */
type WrongContent = [path: string, says: RegExp, content: unknown]

const CONTENT_RULE = /content must be a string or an array of parts/
const TYPE_RULE = /type must be text, image_url or file/
const URL_RULE =
  /url must be an address that begins with https:\/\/ or http:\/\/, or a data URL such as data:image/
const DATA_RULE = /file_data must be a data URL such as .*costs cannot be told/
const NOT_TEXT = /contains a character that is not text/

/** An image, by the address or data URL that it is sent by. */
export const image = (url: unknown, more: object = {}) => ({ type: 'image_url', image_url: { url, ...more } })
const file = (fields: object) => ({ type: 'file', file: fields })
/** The smallest image there is. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Every way to send wrong parts. */
export const WRONG_CONTENTS: WrongContent[] = [
  ['', CONTENT_RULE, 5],
  ['', CONTENT_RULE, true],
  ['', CONTENT_RULE, { type: 'text', text: 'Hello.' }],
  ['', CONTENT_RULE, []],
  ['.0', TYPE_RULE, ['Hello.']],
  ['.0', TYPE_RULE, [null]],
  ['.0.type', TYPE_RULE, [{}]],
  ['.0.type', TYPE_RULE, [{ type: 'video', video: {} }]],
  [
    '.1.type',
    TYPE_RULE,
    [
      { type: 'text', text: 'What?' },
      { type: 'input_image', image_url: PIXEL },
    ],
  ],
  ['.0.text', /text is required and must be a string/, [{ type: 'text' }]],
  ['.0.text', NOT_TEXT, [{ type: 'text', text: 'a\0' }]],
  ['.0.image_url', /image_url is required and must be an object with url/, [{ type: 'image_url' }]],
  ['.0.image_url', /must be an object with url/, [{ type: 'image_url', image_url: PIXEL }]],
  ['.0.image_url.url', /url is required and must be an address/, [image(undefined)]],
  ...[
    '',
    'cat.png',
    'https://',
    'https:// example.org/cat.png',
    'ftp://example.org/cat.png',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,<script>',
    'data:image/png,raw',
    'data:;base64,AAAA',
    `data:image/png;${'a=b;'.repeat(100)}base64,AAAA`,
    'https://example.org/\0',
    'https://example.org/\uD800',
  ].map((url): WrongContent => ['.0.image_url.url', URL_RULE, [image(url)]]),
  ['.0.image_url.detail', /detail must be auto, low or high/, [image(PIXEL, { detail: 'huge' })]],
  ['.0.file', /file is required and must be an object with file_data/, [{ type: 'file' }]],
  ['.0.file.file_data', /file_data is required and must be a data URL/, [file({ file_id: 'file-1' })]],
  ['.0.file.file_data', DATA_RULE, [file({ file_data: 'https://example.org/huge.pdf' })]],
  ['.0.file.file_data', DATA_RULE, [file({ file_data: 'AAAA' })]],
  ['.0.file.filename', /filename must be a string/, [file({ filename: 5, file_data: PIXEL })]],
  [
    '.0.file.filename',
    /filename must have at most 200 characters/,
    [file({ filename: 'x'.repeat(201), file_data: PIXEL })],
  ],
  ['.0.file.filename', NOT_TEXT, [file({ filename: 'a\0', file_data: PIXEL })]],
  ['', /content must have at most 20 images and files/, Array(21).fill(image(PIXEL))],
  [
    '',
    /content must have at most 200000 characters/,
    Array(3).fill({ type: 'text', text: 'x'.repeat(66_700) }),
  ],
]

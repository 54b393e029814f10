import { z } from 'zod'
import { ROLES } from '../conversation.ts'
import { always, oneOf, optional, orAbsent, required, string } from '../described.ts'

const PARTS_RULE = 'must be a string or an array of parts'
const TYPE_RULE = 'type must be input_text, output_text, refusal, input_image or input_file'
const UPLOADED =
  'file_id is not supported: files that were uploaded elsewhere cannot be read. Send the content'

const NO_ADDRESS =
  'file_url is not supported: what a file at an address costs cannot be told. Send its content in file_data'

const elsewhere = (error: string) => optional(z.null({ error }), 'Not supported: send the content')

const DETAILS = ['auto', 'low', 'high', 'original'] as const

const Part = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.enum(['input_text', 'output_text']).describe('input_text or output_text'),
      text: required('text').describe('The text'),
    }),
    z.object({
      type: always('refusal'),
      refusal: required('refusal').describe('What was said instead of an answer'),
    }),
    z.object({
      type: always('input_image'),
      image_url: required('image_url').describe('Its address, or its content as a data URL'),
      detail: orAbsent(
        oneOf('detail', DETAILS),
        'How closely to look at it; some models ignore it. original means high',
      ),
      file_id: elsewhere(UPLOADED),
    }),
    z.object({
      type: always('input_file'),
      file_url: elsewhere(NO_ADDRESS),
      filename: orAbsent(string('filename'), 'Its name'),
      file_id: elsewhere(UPLOADED),
      file_data: required('file_data').describe('Its content as a data URL'),
    }),
  ],
  { error: TYPE_RULE },
)
export type ResponsePart = z.output<typeof Part>

const content = (name: string) =>
  z.union([z.string(), z.array(Part).min(1, `${name} ${PARTS_RULE}`)], { error: `${name} ${PARTS_RULE}` })

const MessageItem = z.object({
  type: z.literal('message').optional().describe('message, or left out'),
  role: oneOf('role', ROLES).describe('Who speaks; system and developer messages are instructions'),
  content: content('content').describe(
    'A string, or parts: texts, which are joined by blank lines; images and files',
  ),
})

const CallItem = z.object({
  type: always('function_call'),
  call_id: required('call_id')
    .min(1, 'call_id must not be empty')
    .describe('By which the output of the call refers to it'),
  name: required('name').describe('The function that was called'),
  arguments: required('arguments').describe('Its arguments as JSON'),
})

const CallOutputItem = z.object({
  type: always('function_call_output'),
  call_id: required('call_id').describe('The call whose output this is'),
  output: content('output').describe('What the function returned: a string, or parts'),
})

const ReasoningItem = z.object({
  type: z.literal('reasoning').describe('Always reasoning; such an item is ignored'),
})

const SearchItem = z.object({
  type: z.literal('web_search_call').describe('Always web_search_call; such an item is ignored'),
})

const ReferenceItem = z.object({
  type: always('item_reference'),
  id: required('id').describe(
    'The id of a message or call in an earlier response, which holds what was said in it',
  ),
})

const ITEM_RULE =
  'type must be message, function_call, function_call_output, reasoning, web_search_call or item_reference; other tools that a provider runs are not supported'

const Item = z
  .union(
    [
      MessageItem,
      z.discriminatedUnion('type', [CallItem, CallOutputItem, ReasoningItem, SearchItem, ReferenceItem], {
        error: ITEM_RULE,
      }),
    ],
    { error: 'each entry of input must be an object, such as a message with role and content' },
  )
  .meta({ id: 'ResponseInputItem', description: 'A message, a call of a function, or its output' })
export type ResponseItem = z.output<typeof Item>

const INPUT_RULE = 'input is required and must be a string or an array of items'

export const ResponseInput = z
  .union([z.string(), z.array(Item).min(1, 'input must not be empty')], { error: INPUT_RULE })
  .meta({
    description:
      'The question, or the whole conversation: messages, calls of functions and their outputs. The last message must be that of the user, or the output of a call',
    example: 'How many legs does a spider have?',
  })

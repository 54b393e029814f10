import { z } from 'zod'
import { required, string, trueOrFalse } from '../described.ts'
import { LIMITS } from '../limits.ts'

const NAME_RULE = 'name must have 1 to 64 characters from a-z, A-Z, 0-9, underscores, dots and hyphens'
const ToolName = z
  .string({ error: `name is required; ${NAME_RULE}` })
  .regex(/^[\w.-]{1,64}$/, NAME_RULE)
  .meta({ description: 'By which it is called', example: 'get_weather' })

const PARAMETERS_RULE = 'parameters must be an object with a JSON Schema'
const SIZE_RULE = `parameters must have at most ${LIMITS.toolSchemaCharacters} characters`

const Parameters = z
  .record(z.string(), z.unknown(), { error: PARAMETERS_RULE })
  .refine((schema) => JSON.stringify(schema).length <= LIMITS.toolSchemaCharacters, SIZE_RULE)

/** The type of a tool: no other is supported. */
export const functionType = (error: string) => z.literal('function', { error }).describe('Always function')

const ChatTool = z
  .object(
    {
      type: functionType('type must be function; tools that a provider runs are not supported'),
      function: z
        .object(
          {
            name: ToolName,
            description: string('description').nullish().describe('What it does; shown to the models'),
            parameters: Parameters.nullish().describe(
              'The JSON Schema of its arguments; calls that violate it are not counted',
            ),
            strict: trueOrFalse('strict')
              .nullish()
              .describe('Whether providers are to hold the models to the schema'),
          },
          { error: 'function is required and must be an object with name and parameters' },
        )
        .describe('The tool'),
    },
    { error: 'each entry of tools must be an object with type and function' },
  )
  .meta({ id: 'ChatTool', description: 'A tool that models may call; the program that asks runs it' })

const TOOLS_RULE = `tools must be an array of at most ${LIMITS.tools} tools`

/** As many tools as a request may have. */
export const toolsOf = <Tool extends z.ZodType>(tool: Tool) =>
  z.array(tool, { error: TOOLS_RULE }).max(LIMITS.tools, TOOLS_RULE)

export const ChatTools = toolsOf(ChatTool)
  .refine((all) => new Set(all.map((tool) => tool.function.name)).size === all.length, {
    error: 'tools must not have the same name twice',
    abort: true,
  })
  .refine((all) => JSON.stringify(all).length <= LIMITS.toolsCharacters, {
    error: `tools must have at most ${LIMITS.toolsCharacters} characters in all`,
  })

const CHOICE_RULE =
  'tool_choice must be none, auto, required, {"type": "function", "function": {"name": …}} or {"type": "allowed_tools", "allowed_tools": {"mode": …, "tools": […]}}'
const ALLOWED_RULE =
  'allowed_tools must be an object with mode (auto or required) and tools, each {"type": "function", "function": {"name": …}}'

const chosenTool = (error: string, description: string) =>
  z.object(
    { type: functionType(error), function: z.object({ name: ToolName }, { error }).describe(description) },
    { error },
  )

/** The tools of which one may or must be called, and which of both. */
export const allowedTools = <Tool extends z.ZodType>(error: string, tool: Tool, what: string) => ({
  mode: z.enum(['auto', 'required'], { error }).describe('Whether one of them must be called'),
  tools: z
    .array(tool, { error })
    .min(1, 'tools of allowed_tools must not be empty')
    .describe(`The ${what} that may be called`),
})

export const ToolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    chosenTool(CHOICE_RULE, 'The tool that must be called'),
    z.object({
      type: z.literal('allowed_tools', { error: CHOICE_RULE }).describe('Always allowed_tools'),
      allowed_tools: z
        .object(allowedTools(ALLOWED_RULE, chosenTool(ALLOWED_RULE, 'One of tools'), 'tools'), {
          error: ALLOWED_RULE,
        })
        .describe('The only tools that are offered'),
    }),
  ],
  { error: CHOICE_RULE },
)

/** A call in the history of a conversation. */
export const MadeCall = z
  .object(
    {
      id: required('id')
        .min(1, 'id must not be empty')
        .describe('By which the result of the call refers to it'),
      type: functionType('type must be function').nullish().describe('Always function; it may be left out'),
      function: z
        .object(
          {
            name: ToolName.describe('The tool that is called'),
            arguments: required('arguments').describe('Its arguments as JSON'),
          },
          { error: 'function is required and must be an object with name and arguments' },
        )
        .describe('What is called, and with what'),
    },
    { error: 'each entry of tool_calls must be an object with id and function' },
  )
  .meta({ id: 'ChatMadeCall', description: 'A call that was made before' })

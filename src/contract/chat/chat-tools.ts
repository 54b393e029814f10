import { z } from 'zod'
import { isTooDeep } from '../json-schema/schema-depth.ts'
import { LIMITS } from '../limits.ts'

const NAME_RULE = 'name must have 1 to 64 characters from a-z, A-Z, 0-9, underscores, dots and hyphens'
const ToolName = z
  .string({ error: `name is required; ${NAME_RULE}` })
  .regex(/^[\w.-]{1,64}$/, NAME_RULE)
  .meta({ description: 'By which it is called', example: 'get_weather' })

const PARAMETERS_RULE = 'parameters must be an object with a JSON Schema'
const DEPTH_RULE = `parameters must not be nested deeper than ${LIMITS.toolSchemaLevels} levels`
const SIZE_RULE = `parameters must have at most ${LIMITS.toolSchemaCharacters} characters`

const Parameters = z
  .record(z.string(), z.unknown(), { error: PARAMETERS_RULE })
  // First of all, because to write it would overflow the stack.
  .refine((schema) => !isTooDeep(schema, LIMITS.toolSchemaLevels), { error: DEPTH_RULE, abort: true })
  .refine((schema) => JSON.stringify(schema).length <= LIMITS.toolSchemaCharacters, SIZE_RULE)

const ONLY_FUNCTIONS = 'type must be function; tools that a provider runs are not supported'

/** A tool that models may call; the program that asks runs it. */
const ChatTool = z
  .object(
    {
      type: z.literal('function', { error: ONLY_FUNCTIONS }).describe('Always function'),
      function: z
        .object(
          {
            name: ToolName,
            description: z
              .string({ error: 'description must be a string' })
              .nullish()
              .describe('What it does; shown to the models'),
            parameters: Parameters.nullish().describe(
              'The JSON Schema of its arguments; calls that violate it are not counted',
            ),
            strict: z
              .boolean({ error: 'strict must be true or false' })
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

export const ChatTools = z
  .array(ChatTool, { error: TOOLS_RULE })
  .max(LIMITS.tools, TOOLS_RULE)
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

export const ToolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    z.object({
      type: z.literal('function', { error: CHOICE_RULE }).describe('Always function'),
      function: z.object({ name: ToolName }, { error: CHOICE_RULE }).describe('The tool that must be called'),
    }),
    z.object({
      type: z.literal('allowed_tools', { error: CHOICE_RULE }).describe('Always allowed_tools'),
      allowed_tools: z
        .object(
          {
            mode: z
              .enum(['auto', 'required'], { error: ALLOWED_RULE })
              .describe('Whether one of them must be called'),
            tools: z
              .array(
                z.object(
                  {
                    type: z.literal('function', { error: ALLOWED_RULE }).describe('Always function'),
                    function: z.object({ name: ToolName }, { error: ALLOWED_RULE }).describe('One of tools'),
                  },
                  { error: ALLOWED_RULE },
                ),
                { error: ALLOWED_RULE },
              )
              .min(1, 'tools of allowed_tools must not be empty')
              .describe('The tools that may be called'),
          },
          { error: ALLOWED_RULE },
        )
        .describe('The only tools that are offered'),
    }),
  ],
  { error: CHOICE_RULE },
)

/** A call in the history of a conversation. */
export const MadeCall = z
  .object(
    {
      id: z
        .string({ error: 'id is required and must be a string' })
        .min(1, 'id must not be empty')
        .describe('By which the result of the call refers to it'),
      type: z
        .literal('function', { error: 'type must be function' })
        .nullish()
        .describe('Always function; it may be left out'),
      function: z
        .object(
          {
            name: ToolName.describe('The tool that is called'),
            arguments: z
              .string({ error: 'arguments is required and must be a string' })
              .describe('Its arguments as JSON'),
          },
          { error: 'function is required and must be an object with name and arguments' },
        )
        .describe('What is called, and with what'),
    },
    { error: 'each entry of tool_calls must be an object with id and function' },
  )
  .meta({ id: 'ChatMadeCall', description: 'A call that was made before' })

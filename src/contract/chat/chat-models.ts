import { z } from 'zod'
import { integer, text } from '../described.ts'

export const ChatModel = z
  .object({
    id: text('What to write in model').meta({ example: 'stretto/auto' }),
    object: z.literal('model').meta({ description: 'Always model' }),
    created: integer('Unix time in seconds when the service started'),
    owned_by: text('The name of the service'),
  })
  .meta({ id: 'ChatModel', description: 'A panel, as a model of the chat API' })

export const ChatModelList = z
  .object({
    object: z.literal('list').meta({ description: 'Always list' }),
    data: z.array(ChatModel).meta({ description: 'The models' }),
  })
  .meta({ id: 'ChatModelList', description: 'The models of the chat API' })

import { z } from 'zod'

export const ChatModel = z
  .object({
    id: z.string().meta({ example: 'stretto/auto' }),
    object: z.literal('model'),
    created: z.int().meta({ description: 'Unix time in seconds when the service started' }),
    owned_by: z.string(),
  })
  .meta({ id: 'ChatModel' })

export const ChatModelList = z
  .object({ object: z.literal('list'), data: z.array(ChatModel) })
  .meta({ id: 'ChatModelList' })

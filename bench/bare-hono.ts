// The baseline: the same framework and server without any work.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

// As much JSON as a consensus response.
const ANSWER = {
  final_answer: 'x'.repeat(200),
  axioms: Array.from({ length: 5 }, (_, id) => ({ id, axiom: 'y'.repeat(200) })),
}

const app = new Hono()
app.get('/json', (context) => context.json({ message: 'hello' }))
app.post('/json', async (context) => context.json({ echo: await context.req.json(), ...ANSWER }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  console.log(JSON.stringify({ msg: 'listening', edge_port: port }))
})

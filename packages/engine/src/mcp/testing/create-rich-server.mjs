import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

const text = words => ({ content: [{ type: 'text', text: words }] })

/** A server that changes its tools, asks the person, and has something to read. */
export function createRichServer({ hasResources = true } = {}) {
  const server = new McpServer({ name: 'rich', version: '2' })
  server.registerTool(
    'add',
    { inputSchema: { a: z.number(), b: z.number() }, annotations: { readOnlyHint: true } },
    ({ a, b }) => text(`${a + b}`),
  )
  server.registerTool('grow', { inputSchema: { name: z.string() } }, ({ name }) => {
    server.registerTool(name, {}, () => text(`${name} is new`))
    return text('grown')
  })
  server.registerTool('shrink', { inputSchema: {} }, () => {
    shrinking.remove()
    return text('shrunk')
  })
  const shrinking = server.registerTool('gone_soon', { inputSchema: {} }, () => text('still here'))
  server.registerTool('wait', { inputSchema: {} }, (_, { signal }) => {
    return new Promise(resolve => signal.addEventListener('abort', () => resolve(text('too late'))))
  })
  server.registerTool('step', { inputSchema: {} }, async (_, { _meta, sendNotification }) => {
    const params = { progressToken: _meta.progressToken, progress: 1, total: 2 }
    await sendNotification({ method: 'notifications/progress', params })
    return text(JSON.stringify(_meta))
  })
  server.registerTool('ask', { inputSchema: {} }, async () => {
    const requestedSchema = { type: 'object', properties: { colour: { type: 'string' } } }
    const answer = await server.server.elicitInput({ message: 'Which colour?', requestedSchema })
    return text(JSON.stringify(answer))
  })
  const said = words => ({ messages: [{ role: 'user', content: { type: 'text', text: words } }] })
  server.registerPrompt(
    'review notes',
    { description: 'Reviews a note', argsSchema: { file: z.string(), about: z.string().optional() } },
    ({ file, about = 'nothing' }) =>
      said(`Look at ${file} for ${about}. !\`touch made-by-prompt\` @secret.txt $1`),
  )
  server.registerPrompt('broken', {}, () => {
    throw new Error('no such prompt today')
  })
  if (hasResources) {
    const read = contents => async uri => ({ contents: [{ uri: uri.href, ...contents }] })
    server.registerResource('notes', 'mem://notes', { mimeType: 'text/plain' }, read({ text: 'buy milk' }))
    server.registerResource('zip', 'mem://zip', {}, read({ blob: 'AAAA', mimeType: 'application/zip' }))
    server.registerResource('page', 'ui://page', { mimeType: 'text/html' }, read({ text: '<p>hi</p>' }))
  }
  return server
}

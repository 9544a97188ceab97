import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

/** One white pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

const object = { type: 'object' }

const TOOLS = [
  {
    name: 'echo',
    description: 'Says it back.',
    inputSchema: { ...object, properties: { text: { type: 'string' } } },
    annotations: { readOnlyHint: true, title: 'Echo it' },
  },
  {
    name: 'odd.name/here',
    inputSchema: {
      ...object,
      anyOf: [
        { properties: { 'a b': {} }, required: ['a b'] },
        { properties: { c: {} }, required: ['c'] },
      ],
    },
  },
  ...['media', 'structured', 'fail', 'slow', 'hang', 'crash', 'pid', 'roots', 'huge', 'nothing', 'throw'].map(
    name => ({ name, inputSchema: object }),
  ),
  { name: '', inputSchema: object },
]

const text = words => ({ content: [{ type: 'text', text: words }] })

const CALLS = {
  echo: ({ text: words }) => text(words),
  'odd.name/here': input => text(JSON.stringify(input)),
  media: () => ({
    content: [
      { type: 'image', data: PIXEL, mimeType: 'image/jpeg' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'x://1', text: 'words' } },
      { type: 'resource', resource: { uri: 'x://2', blob: PIXEL, mimeType: 'image/png' } },
      { type: 'resource', resource: { uri: 'x://3', blob: 'AAAA', mimeType: 'application/zip' } },
      { type: 'resource_link', uri: 'x://4', name: 'four', description: 'the fourth' },
    ],
  }),
  structured: () => ({
    content: [{ type: 'text', text: '{ "sum": 3 }' }],
    structuredContent: { sum: 3 },
    _meta: { took: 1 },
  }),
  fail: () => ({ ...text('no such issue'), isError: true }),
  slow: async (_, { progressToken, send }) => {
    for (let progress = 1; progress <= 3; progress++) {
      const params = { progressToken, progress, total: 3, message: `step ${progress}` }
      await send({ method: 'notifications/progress', params })
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    return text('done')
  },
  hang: (_, { signal }) =>
    new Promise(resolve => {
      signal.addEventListener('abort', () => {
        process.stderr.write('cancelled\n')
        resolve(text('too late'))
      })
    }),
  crash: () => process.exit(1),
  pid: () => text(`${process.pid}`),
  roots: async (_, { server }) => text(JSON.stringify(await server.listRoots())),
  huge: () => text('🙂'.repeat(1_000_000)),
  nothing: () => ({ content: [] }),
  throw: () => {
    throw new Error('a bug in the tool')
  },
}

/** A server with a tool for everything that a tool may do. */
export function createTestServer() {
  const server = new Server(
    { name: 'test', version: '1' },
    { capabilities: { tools: {} }, instructions: 'Use echo for echoes.' },
  )
  // Two pages: a client has to ask again.
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    params?.cursor === 'more' ? { tools: TOOLS.slice(1) } : { tools: TOOLS.slice(0, 1), nextCursor: 'more' },
  )
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification, _meta }) =>
    CALLS[params.name](params.arguments ?? {}, {
      signal,
      server,
      send: sendNotification,
      progressToken: _meta?.progressToken,
    }),
  )
  return server
}

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

/** A server with as many tools as it is told, each of which takes its share of a context window. */
const [count = '100'] = process.argv.slice(2)
const server = new Server({ name: 'many', version: '1' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Array.from({ length: Number(count) }, (_, index) => ({
    name: `tool_${index}`,
    description: `Tool number ${index}. ${'It does something that takes many words to say. '.repeat(25)}`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  })),
}))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: `${params.name} says ${params.arguments?.text}` }],
}))
await server.connect(new StdioServerTransport())

import { createInterface } from 'node:readline'

/** An MCP server with one tool, `ask`, which asks the person by a form; all of its words are those of its first argument. */
const words = process.argv[2] ?? 'lamp'
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
let called = null

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params, result } = JSON.parse(line)
  if (method === 'initialize')
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, prompts: {} },
        serverInfo: { name: words, version: words },
        instructions: words,
      },
    })
  else if (method === 'tools/list') {
    const ask = {
      name: 'ask',
      title: words,
      description: words,
      inputSchema: { type: 'object', properties: {} },
    }
    send({ id, result: { tools: [ask] } })
  } else if (method === 'prompts/list')
    send({ id, result: { prompts: [{ name: 'light', title: words, description: words }] } })
  else if (method === 'tools/call') {
    called = id
    const colour = { type: 'string', title: `Colour ${words}`, description: words, enum: ['red', words] }
    const many = { type: 'integer', title: `How many ${words}` }
    const requestedSchema = { type: 'object', properties: { colour, many }, required: ['many'] }
    send({
      id: 'asked',
      method: 'elicitation/create',
      params: { message: `Which? ${words}`, requestedSchema },
    })
  } else if (id === 'asked')
    send({ id: called, result: { content: [{ type: 'text', text: `${words} ${JSON.stringify(result)}` }] } })
  else if (id !== undefined) send({ id, error: { code: -32601, message: `no ${method}` } })
})

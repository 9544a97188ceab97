import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createRecallServer, type OpenContext } from './create-recall-server.ts'

/** Answers one request of the streamable HTTP transport. Nothing is remembered between two: who asks is known by each. */
export async function answerRecallRequest(request: Request, open: OpenContext): Promise<Response> {
  const server = createRecallServer(open)
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize: MOST_BYTES,
  })
  // The one answer is made when its tools are done: nothing of it is sent before.
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}

const MOST_BYTES = 1 << 20

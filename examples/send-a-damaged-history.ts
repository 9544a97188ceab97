// A history that the API would refuse becomes one that it accepts, and every change is reported.
// Run: node --import tsx --conditions=@antiphon/source examples/send-a-damaged-history.ts
import { checkApiContract } from '@antiphon/contract'
import { buildApiRequest, createApiView } from '@antiphon/core'

const history = [
  { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Which Node is this?' } },
  {
    type: 'assistant',
    uuid: 'a1',
    message: {
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'node --version' } }],
    },
  },
  // The process died here: the call has no result, and the person went on typing.
  { type: 'user', uuid: 'u2', message: { role: 'user', content: 'Hello? Are you there? \ud83d' } },
]

const view = createApiView()
for (const message of history) view.append(message)

const request = buildApiRequest(view.messages(), { model: 'claude-opus-5-5', system: 'You are brief.' })
console.log(JSON.stringify(request, null, 2))
for (const { rule, action, uuid, detail } of view.repairs())
  console.log(`${rule} ${action} (${uuid}): ${detail}`)
console.log(`violations: ${checkApiContract(request).length}`)

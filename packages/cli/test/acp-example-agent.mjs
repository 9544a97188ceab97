// An agent made of the protocol's own SDK that uses all that a client offers. Its prompts say what it does.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { agent, ndJsonStream, RequestError } from '@agentclientprotocol/sdk'

const [mode] = process.argv.slice(2)
const sessions = new Map()
const modes = currentModeId => ({
  currentModeId,
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'auto_edit', name: 'Auto edit' },
  ],
})
const options = currentValue => [
  {
    ...{ id: 'the-model', name: 'Model', category: 'model', type: 'select', currentValue },
    options: [
      { value: 'small', name: 'Small' },
      { value: 'large', name: 'Large' },
    ],
  },
]

const app = agent({ name: 'example' })
  .onRequest('initialize', () => ({
    protocolVersion: 1,
    agentInfo: { name: 'example', version: '1.0.0' },
    agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
    authMethods: [{ id: 'login', name: 'Log in', description: 'example login' }],
  }))
  .onRequest('session/new', ({ params: { cwd }, client }) => {
    if (mode === 'locked') throw RequestError.authRequired()
    const sessionId = `example-${randomUUID()}`
    sessions.set(sessionId, { cwd })
    setTimeout(() => {
      void client.notify('session/update', {
        sessionId,
        update: {
          sessionUpdate: 'available_commands_update',
          availableCommands: [{ name: 'sing', description: 'Sings', input: { hint: 'what' } }],
        },
      })
    }, 0)
    return { sessionId, modes: modes('ask'), configOptions: options('small') }
  })
  .onRequest('session/load', async ({ params: { sessionId, cwd }, client }) => {
    sessions.set(sessionId, { cwd })
    await client.notify('session/update', {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'told again' } },
    })
    return { modes: modes('ask'), configOptions: options('small') }
  })
  .onRequest('session/set_mode', () => ({}))
  .onRequest('session/set_config_option', ({ params: { value } }) => ({ configOptions: options(value) }))
  .onNotification('session/cancel', ({ params: { sessionId } }) => {
    const session = sessions.get(sessionId)
    session.isCancelled = true
    session.wake?.()
  })
  .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client }) => {
    const session = sessions.get(sessionId)
    session.isCancelled = false
    const tell = update => client.notify('session/update', { sessionId, update })
    const say = text => tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
    const words = prompt.map(block => (block.type === 'text' ? block.text : `<${block.type}>`)).join('')
    if (words.includes('die')) process.exit(7)
    if (words.includes('fail')) throw new RequestError(-32603, 'the model is out of order')
    if (words.includes('wait')) {
      await say('Waiting.')
      if (!session.isCancelled) await new Promise(resolve => (session.wake = resolve))
      return { stopReason: 'cancelled' }
    }
    if (!words.includes('work')) {
      await say(`You said: ${words}`)
      return { stopReason: 'end_turn' }
    }
    await tell({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Let me think.' } })
    await say('I will ')
    await say('work.')
    await tell({
      sessionUpdate: 'plan',
      entries: [{ content: 'Change the notes', priority: 'high', status: 'in_progress' }],
    })
    const path = join(session.cwd, 'notes.txt')
    await tell({
      ...{ sessionUpdate: 'tool_call', toolCallId: 'read', title: 'Read notes', kind: 'read' },
      ...{ status: 'in_progress', locations: [{ path }] },
    })
    const { content } = await client.request('fs/read_text_file', { sessionId, path })
    await tell({
      ...{ sessionUpdate: 'tool_call_update', toolCallId: 'read', status: 'completed' },
      content: [{ type: 'content', content: { type: 'text', text: content } }],
    })
    const newText = content.replace('old', 'new')
    const change = {
      ...{ toolCallId: 'edit', title: 'Change notes', kind: 'edit', locations: [{ path }] },
      content: [{ type: 'diff', path, oldText: content, newText }],
    }
    await tell({ sessionUpdate: 'tool_call', status: 'pending', ...change })
    const { outcome } = await client.request('session/request_permission', {
      sessionId,
      toolCall: change,
      options: [
        { optionId: 'once', name: 'Yes', kind: 'allow_once' },
        { optionId: 'always', name: 'Always', kind: 'allow_always' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    })
    if (outcome.outcome === 'cancelled') return { stopReason: 'cancelled' }
    const isAllowed = outcome.optionId !== 'no'
    if (isAllowed) await client.request('fs/write_text_file', { sessionId, path, content: newText })
    await tell({
      ...{ sessionUpdate: 'tool_call_update', toolCallId: 'edit' },
      status: isAllowed ? 'completed' : 'failed',
    })
    const terminal = await client.createTerminal({ sessionId, command: 'echo', args: ['from a terminal'] })
    await tell({
      ...{ sessionUpdate: 'tool_call', toolCallId: 'run', title: 'echo', kind: 'execute' },
      ...{ status: 'in_progress', rawInput: { command: 'echo from a terminal' } },
      content: [{ type: 'terminal', terminalId: terminal.id }],
    })
    await terminal.waitForExit()
    await terminal.release()
    await tell({ sessionUpdate: 'tool_call_update', toolCallId: 'run', status: 'completed' })
    await tell({
      sessionUpdate: 'usage_update',
      used: 500,
      size: 1000,
      cost: { amount: 0.25, currency: 'USD' },
    })
    await tell({ sessionUpdate: 'session_info_update', title: 'The work' })
    await say(`Done, by ${outcome.optionId}.`)
    return { stopReason: 'end_turn' }
  })

app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
process.stdin.on('end', () => process.exit(0))

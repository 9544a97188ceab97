import { randomUUID } from 'node:crypto'
import type {
  AgentContext,
  AvailableCommand,
  ClientCapabilities,
  McpServer,
  PromptRequest,
  PromptResponse,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
  UsageUpdate,
} from '@agentclientprotocol/sdk'
import { isObject, type JsonObject } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'
import { readText } from '@antiphon/core/message'
import type { ControlRequestEvent } from '@antiphon/core/wire'
import type { Editor } from '@antiphon/engine'
import type { AgentOwner, AgentStanding, ChatAgent, OpenAgentFor } from '../../chat/chat-agent.ts'
import { composePrompt } from '../../chat/compose-prompt.ts'
import type { HostRequest } from '../../headless/host-frame.ts'
import { createUpdateTeller, type UpdateTeller } from '../create-update-teller.ts'
import { readEditorPrompt } from '../prompt-blocks.ts'
import { toConfigOptions, toModeState } from '../session-options.ts'
import { askPerson } from './ask-person.ts'
import { createClientEditor } from './client-editor.ts'
import { createOpenPrompts } from './open-prompts.ts'
import { toMcpServers } from './to-mcp-servers.ts'
import { createUsageMeter } from './usage-meter.ts'

/** A conversation of an editor with an agent. */
export interface AcpSession {
  readonly id: string
  /** What can be chosen, as it stands. */
  choices(): { readonly modes: SessionModeState; readonly configOptions: SessionConfigOption[] }
  /** Tells what the editor has to know of a session that it has just been given. */
  announce(): Promise<void>
  /** Tells a stored conversation again. */
  replay(events: readonly WireEvent[]): Promise<void>
  /** Answers when the turn is over and everything is on disk. */
  prompt(request: PromptRequest): Promise<PromptResponse>
  cancel(): Promise<void>
  setMode(mode: string): Promise<void>
  setModel(model: string): Promise<void>
  end(): Promise<void>
}

export type AcpSessionOptions = {
  readonly id: string
  readonly cwd: string
  readonly client: AgentContext
  readonly capabilities: ClientCapabilities
  readonly mcpServers: readonly McpServer[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly mayBypass: boolean
  readonly open: (editor: Editor | null) => Promise<OpenAgentFor>
  /** What the session is called by now; null where it has no title. */
  readonly readTitle: (path: string) => Promise<string | null>
}

/** Opens the agent and stands between it and the editor. */
export async function openAcpSession(options: AcpSessionOptions): Promise<AcpSession> {
  const { id, cwd, client, capabilities, mayBypass } = options
  const { notices = null, compaction = null } = capabilities.session ?? {}
  const shows = { notices: notices !== null, compaction: compaction !== null }
  const teller: UpdateTeller = createUpdateTeller({ cwd, shows, isReplay: false })
  const prompts = createOpenPrompts()
  const meter = createUsageMeter()
  const asked = new Map<string, AbortController>()
  const wishes = new Map<string, (event: JsonObject) => void>()
  let [commands, title]: [string, string | null] = ['', null]
  let toldChoices = ''
  let agent: ChatAgent | null = null
  let said: Promise<unknown> = Promise.resolve()

  /** One after the other, as they happened; an editor that went away hears nothing more. */
  function tell(...updates: readonly SessionUpdate[]): void {
    for (const update of updates)
      said = said
        .then(() => client.notify('session/update', { sessionId: id, update }))
        .catch(() => undefined)
  }

  const editor = createClientEditor({
    ...{ client, sessionId: id, capabilities, env: options.env },
    onTerminal: (toolCallId, terminalId) => tell(teller.showTerminal(toolCallId, terminalId)),
  })

  function hear(event: WireEvent): void {
    tell(...teller.toUpdates(event))
    meter.add(event)
    switch (event.type) {
      case 'control_request':
        void answerQuestion(event)
        break
      case 'control_cancel_request':
        asked.get(event.request_id)?.abort()
        break
      case 'control_response':
        hearAnswer(event.response)
        break
      case 'result':
        tell(...teller.endCalls(), ...toUsage(meter.read()))
        prompts.end(event)
        void tellTitle()
        break
      case 'system':
        if (readText(event, 'subtype') === 'agent_ended') prompts.fail(readText(event, 'words') ?? ENDED)
        tellChanges()
    }
  }

  async function answerQuestion(event: ControlRequestEvent): Promise<void> {
    const stop = new AbortController()
    asked.set(event.request_id, stop)
    // What led to the question is shown before it.
    await said
    const hasForms = Boolean(capabilities.elicitation?.form)
    const answer = await askPerson(event, { client, sessionId: id, cwd, hasForms, signal: stop.signal })
    asked.delete(event.request_id)
    agent?.settle(event.request_id, answer)
  }

  function hearAnswer(response: unknown): void {
    const requestId = readText(response, 'request_id')
    const settle = requestId === undefined ? undefined : wishes.get(requestId)
    // It came as JSON.
    if (settle && isObject(response)) settle(response as JsonObject)
  }

  /** Asks the agent and waits, but not for ever. */
  async function ask(request: HostRequest): Promise<JsonObject> {
    const requestId = randomUUID()
    const answered = new Promise<JsonObject>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(SILENT)), MAX_ANSWER_MS)
      wishes.set(requestId, response => {
        clearTimeout(timer)
        if (response.subtype === 'success')
          resolve(isObject(response.response) ? (response.response as JsonObject) : {})
        else reject(new Error(String(response.error ?? 'the agent refused')))
      })
    })
    getAgent().hear({ kind: 'request', requestId, request })
    return answered.finally(() => wishes.delete(requestId))
  }

  function getAgent(): ChatAgent {
    if (!agent) throw new Error(ENDED)
    return agent
  }

  /** Modes, models and commands that changed by themselves or by a wish. */
  function tellChanges(): void {
    if (!agent) return
    const standing = agent.standing()
    const names = toCommands(standing)
    if (JSON.stringify(names) !== commands) {
      commands = JSON.stringify(names)
      tell({ sessionUpdate: 'available_commands_update', availableCommands: names })
    }
    const { permissionMode, model } = standing
    const choices = JSON.stringify([permissionMode, model])
    if (toldChoices !== '' && choices !== toldChoices)
      tell(
        { sessionUpdate: 'current_mode_update', currentModeId: permissionMode },
        { sessionUpdate: 'config_option_update', configOptions: toConfigOptions(standing, mayBypass) },
      )
    toldChoices = choices
  }

  async function tellTitle(): Promise<void> {
    const path = agent?.standing().path
    const now = path ? await options.readTitle(path).catch(() => null) : null
    if (now === null || now === title) return
    title = now
    tell({ sessionUpdate: 'session_info_update', title, updatedAt: new Date().toISOString() })
  }

  const owner: AgentOwner = {
    say: hear,
    followers: () => 1,
    onBroken: () => prompts.fail(ENDED),
  }
  agent = await (await options.open(editor))(owner)
  const servers = toMcpServers(options.mcpServers)
  let troubles: readonly string[] = []
  if (Object.keys(servers).length > 0) {
    const { errors } = await ask({ subtype: 'mcp_set_servers', servers }).catch(error => ({
      errors: { MCP: error instanceof Error ? error.message : String(error) },
    }))
    troubles = Object.entries(isObject(errors) ? errors : {}).map(([name, words]) => `${name}: ${words}`)
  }

  return {
    id,
    choices() {
      const standing = getAgent().standing()
      toldChoices = JSON.stringify([standing.permissionMode, standing.model])
      return {
        modes: toModeState(standing, mayBypass),
        configOptions: toConfigOptions(standing, mayBypass),
      }
    },
    async announce() {
      tellChanges()
      const { problems } = getAgent().standing()
      for (const content of [...problems, ...troubles])
        hear({ type: 'system', subtype: 'informational', content, level: 'warning', ...EVENT_BASE })
      await said
    },
    async replay(events) {
      const past = createUpdateTeller({ cwd, shows, isReplay: true })
      for (const event of events) tell(...past.toUpdates(event))
      tell(...past.endCalls())
      await said
    },
    async prompt({ prompt: blocks }) {
      const { refused, ...written } = readEditorPrompt(blocks, cwd)
      if (refused !== null) throw new InvalidPromptError(refused)
      const uuid = randomUUID()
      const prompt = composePrompt({ uuid, ...written })
      if (!prompt) throw new InvalidPromptError('The prompt is empty.')
      const ended = prompts.open(uuid)
      try {
        await getAgent().take(prompt)
        const response = await ended
        await said
        return response
      } finally {
        prompts.close(uuid)
      }
    },
    async cancel() {
      const waiting = prompts.cancel()
      for (const uuid of waiting)
        void ask({ subtype: 'cancel_async_message', message_uuid: uuid }).then(
          ({ cancelled }) => cancelled === true && prompts.endCancelled(uuid),
          () => undefined,
        )
      await ask({ subtype: 'interrupt' }).catch(() => undefined)
      // An agent that does not hear of it must not keep the editor waiting.
      for (const uuid of waiting) setTimeout(() => prompts.endCancelled(uuid), MAX_CANCEL_MS).unref()
    },
    async setMode(mode) {
      await ask({ subtype: 'set_permission_mode', mode })
      tellChanges()
      await said
    },
    async setModel(model) {
      await ask({ subtype: 'set_model', model })
      tellChanges()
      await said
    },
    async end() {
      for (const stop of asked.values()) stop.abort()
      const leaving = agent
      agent = null
      await leaving?.end()
      prompts.fail(ENDED)
    },
  }
}

/** A prompt that cannot be taken, whatever the agent. */
export class InvalidPromptError extends Error {
  override readonly name = 'InvalidPromptError'
}

const ENDED = 'The agent has ended. Open the session again to go on; what was said is kept.'
const SILENT = 'The agent did not answer in time. Cancel the turn, or open the session again.'
const MAX_ANSWER_MS = 60_000
const MAX_CANCEL_MS = 10_000
const EVENT_BASE = { uuid: randomUUID(), session_id: '' } as const

/** What a person can call by a slash in an editor: all that needs no screen of ours. */
function toCommands({ commands }: Pick<AgentStanding, 'commands'>): AvailableCommand[] {
  return commands
    .filter(command => !('kind' in command) || command.kind !== 'face')
    .map(({ name, description, argumentHint }) => ({
      name,
      description,
      ...(argumentHint && { input: { hint: argumentHint } }),
    }))
}

function toUsage(usage: Omit<UsageUpdate, '_meta'> | null): readonly SessionUpdate[] {
  return usage === null ? [] : [{ sessionUpdate: 'usage_update', ...usage }]
}

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk'
import type { JsonObject } from '@antiphon/contract'
import {
  createResultMessage,
  createUserMessage,
  type Message,
  toWireEvents,
  type WireEvent,
} from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import { resultToWire } from '@antiphon/core/wire'
import { listFaceCommands, refuseRewind, toWireCommand } from '@antiphon/engine'
import { chooseSession } from '../../agent/choose-session.ts'
import { openRecording } from '../../agent/open-recording.ts'
import type { ChatAgent, OpenAgentFor } from '../../chat/chat-agent.ts'
import { createProgramEar } from '../../chat/program-ear.ts'
import { toFileRewind } from '../../chat/to-file-rewind.ts'
import type { AcpProgram } from '../../client/acp-program.ts'
import { spawnAgent } from '../../client/agent-pipe.ts'
import type { HeadlessFlags } from '../../headless/headless-session.ts'
import type { HostPrompt, HostRequest } from '../../headless/host-frame.ts'
import type { Io } from '../../io.ts'
import { COMPATIBLE_VERSION } from '../../version.ts'
import { toAcpPrompt } from '../prompt-blocks.ts'
import { connectAgent } from './connect-agent.ts'
import { toForeignMode, toOwnMode } from './foreign-modes.ts'
import { createForeignTurn, type ForeignTurn } from './foreign-turn.ts'
import { createLocalEditor } from './local-editor.ts'
import {
  createLinkEntry,
  type ForeignSession,
  findForeignId,
  openForeignSession,
} from './open-foreign-session.ts'

export type AcpAgentOptions = {
  readonly program: AcpProgram
  readonly flags: HeadlessFlags
  readonly cwd: string
  readonly env: Io['env']
}

/** Starts a program that speaks the Agent Client Protocol and talks with it; what it says is kept in a log of ours. */
export function openAcpAgent({ program, flags, cwd, env }: AcpAgentOptions): OpenAgentFor {
  return async owner => {
    const { name } = program
    const chosen = await chooseSession(flags, cwd, toIo(env))
    const sessionId = chosen.key.session
    const recording = await openRecording(chosen, {
      cwd,
      sessionId,
      flags,
      entrypoint: `acp:${name}`,
      onStored: undefined,
    })
    const pipe = spawnAgent({ ...program, cwd, env: { ...env, ...program.env } })
    const editor = createLocalEditor({ cwd, env })
    const ear = createProgramEar({ say: owner.say, sessionId })
    const questions = new Map<string, (response: RequestPermissionResponse) => void>()
    const offered = new Map<string, RequestPermissionRequest>()
    const waiting: HostPrompt[] = []
    let commands: ReturnType<typeof toCommands> = []
    let session: ForeignSession | null = null
    let turn: ForeignTurn | null = null
    let [isEnding, isCancelled, usedUsd, contextWindow] = [false, false, 0, 0]
    let running: Promise<void> | null = null
    let saved: Promise<unknown> = Promise.resolve()

    const hear = (event: WireEvent): void => ear.hear(event, { refuse: async () => {} })

    /** In the order in which it was said; what cannot be stored is told at the end of its turn. */
    function record(messages: readonly Message[]): void {
      const next = recording.recorder.record({ messages })
      next.catch(() => undefined)
      saved = Promise.all([saved, next])
      saved.catch(() => undefined)
    }

    function hearUpdate(update: SessionUpdate): void {
      switch (update.sessionUpdate) {
        case 'available_commands_update':
          commands = toCommands(update.availableCommands)
          break
        case 'current_mode_update':
          if (session?.modes) session.modes.currentModeId = update.currentModeId
          tellStatus({ permissionMode: toOwnMode(update.currentModeId) })
          break
        case 'config_option_update':
          if (session) session = { ...session, options: update.configOptions }
          tellStatus({ model: currentModel() })
          break
        case 'usage_update':
          contextWindow = update.size
          usedUsd = update.cost?.currency === 'USD' ? update.cost.amount : usedUsd
          break
        case 'session_info_update':
          if (update.title)
            void recording
              // Its session is added to it.
              .recordEntry({ type: 'ai-title', aiTitle: stripControl(update.title) } as never)
              .catch(() => undefined)
          break
        case 'notice':
          hear(
            ear.toSystemEvent({
              subtype: 'informational',
              content: stripControl(update.title),
              level: 'warning',
            }),
          )
          break
        default:
          turn?.hear(update)
      }
    }

    function tellStatus(fields: { readonly model?: string; readonly permissionMode?: string }): void {
      hear(ear.toSystemEvent({ subtype: 'status', status: null, ...fields }))
    }

    function findModels() {
      return session?.options.find(({ category, type }) => category === 'model' && type === 'select')
    }

    function currentModel(): string {
      const option = findModels()
      return option?.type === 'select' ? option.currentValue : name
    }

    /** The person is asked as by any agent; an answer after the end of the turn counts for nothing. */
    function ask(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse> {
      if (!turn || isCancelled) return Promise.resolve(CANCELLED)
      const { id, name: toolName, input } = turn.announce(request.toolCall)
      const requestId = randomUUID()
      const hasAlways = request.options.some(({ kind }) => kind === 'allow_always')
      return new Promise(resolve => {
        const cancel = (): void => takeBack(requestId)
        questions.set(requestId, response => {
          signal.removeEventListener('abort', cancel)
          resolve(response)
        })
        offered.set(requestId, request)
        signal.addEventListener('abort', cancel)
        hear({
          type: 'control_request',
          request_id: requestId,
          request: {
            ...{
              subtype: 'can_use_tool',
              tool_name: toolName,
              display_name: toolName,
              input,
              tool_use_id: id,
            },
            ...(request.toolCall.title && {
              title: request.toolCall.title,
              decision_reason: request.toolCall.title,
            }),
            permission_suggestions: hasAlways
              ? [{ type: 'addRules', rules: [{ toolName }], behavior: 'allow', destination: 'session' }]
              : [],
          },
        } as WireEvent) // all that a question needs
      })
    }

    function takeBack(requestId: string): void {
      const settle = questions.get(requestId)
      if (!settle) return
      questions.delete(requestId)
      hear({ type: 'control_cancel_request', request_id: requestId })
      settle(CANCELLED)
    }

    const released = pipe.ended.then(async () => {
      await editor.close()
      await recording.close().catch(() => undefined)
    })
    try {
      const before = await findForeignId(chosen, name)
      const connection = await connectAgent({
        ...{ pipe, editor, onQuestion: ask },
        // What it tells while it loads stands in our log already.
        onUpdate: ({ update }) => hearUpdate(update),
      })
      session = await openForeignSession({ ...connection, cwd, before, name })
      await recording.recordEntry(createLinkEntry(name, session.id, sessionId))
      return begin(connection.agent, before !== null || chosen.resumed !== null)
    } catch (error) {
      isEnding = true
      pipe.kill()
      await released
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${name} did not start: ${stripControl(reason)}`, { cause: error })
    }

    function begin(agent: Awaited<ReturnType<typeof connectAgent>>['agent'], hasPast: boolean): ChatAgent {
      const opened = session as ForeignSession
      const problems =
        hasPast && !opened.isResumed
          ? [`${name} does not go on with its own session: it knows nothing of what was said before here.`]
          : []
      ear.begin({
        commands,
        models: [],
        model: currentModel(),
        permissionMode: opened.modes ? toOwnMode(opened.modes.currentModeId) : 'default',
      })
      void pipe.ended.then(async end => {
        await released
        if (isEnding) return
        const how =
          end.code === null ? `${name} was ended from outside.` : `${name} ended with code ${end.code}.`
        hear(
          ear.toSystemEvent({
            subtype: 'agent_ended',
            agent: `acp:${name}`,
            words: `${how} ${stripControl(end.words)}`.trim(),
          }),
        )
        owner.onBroken()
      })

      async function runTurns(): Promise<void> {
        for (let prompt = waiting.shift(); prompt; prompt = waiting.shift()) await runTurn(prompt)
        running = null
      }

      async function runTurn(prompt: HostPrompt): Promise<void> {
        const startedAt = performance.now()
        isCancelled = false
        hear(toInit())
        const user = createUserMessage(prompt)
        record([user])
        for (const event of toWireEvents(user, { sessionId })) hear({ ...event, isReplay: true } as WireEvent)
        const now = createForeignTurn({
          sessionId,
          model: currentModel,
          say: hear,
          record,
          readTerminal: editor.output,
        })
        turn = now
        let [stopReason, failure]: [string, string | null] = ['end_turn', null]
        try {
          const answered = agent.request('session/prompt', {
            ...{ sessionId: opened.id, prompt: toAcpPrompt(prompt.content, cwd) },
          })
          stopReason =
            (await Promise.race([answered, pipe.ended.then(() => null)]))?.stopReason ?? 'cancelled'
          if (stopReason === 'cancelled' && !isCancelled) failure = `${name} broke off.`
        } catch (error) {
          failure = stripControl(error instanceof Error ? error.message : String(error))
        }
        turn = null
        now.end()
        for (const requestId of [...questions.keys()]) takeBack(requestId)
        await Promise.all([saved, recording.recorder.flush()]).catch(error => {
          failure ??= error instanceof Error ? error.message : String(error)
        })
        saved = Promise.resolve()
        hear(
          toResult({
            prompt,
            stopReason,
            failure,
            words: now.lastWords(),
            durationMs: performance.now() - startedAt,
          }),
        )
      }

      function toInit(): WireEvent {
        return ear.toSystemEvent({
          subtype: 'init',
          ...{ cwd, tools: [], mcp_servers: [], model: currentModel() },
          permissionMode: opened.modes ? toOwnMode(opened.modes.currentModeId) : 'default',
          slash_commands: commands.map(({ name }) => name),
          ...{ apiKeySource: 'none', claude_code_version: COMPATIBLE_VERSION, output_style: 'default' },
          ...{ skills: [], plugins: [] },
        })
      }

      function toResult({ prompt, stopReason, failure, words, durationMs }: TurnEnd): WireEvent {
        const isAborted = isCancelled || stopReason === 'cancelled'
        const common = {
          ...{ sessionId, duration_ms: Math.round(durationMs), duration_api_ms: 0, num_turns: 1 },
          ...{ stop_reason: stopReason, total_cost_usd: usedUsd, usage: {}, permission_denials: [] },
          modelUsage: contextWindow > 0 ? { [currentModel()]: { contextWindow } } : {},
          ...(prompt.uuid && { user_message_uuid: prompt.uuid, user_message_uuids: [prompt.uuid] }),
        }
        const isError = failure !== null || isAborted
        return resultToWire(
          createResultMessage(
            isError
              ? {
                  ...common,
                  subtype: 'error_during_execution',
                  is_error: true,
                  terminal_reason: isAborted && failure === null ? 'aborted_streaming' : 'api_error',
                  errors: [failure ?? 'The turn was interrupted.'],
                }
              : {
                  ...common,
                  subtype: 'success',
                  is_error: false,
                  terminal_reason: 'completed',
                  result: words,
                },
            // What a turn of another agent does not tell is left out.
          ) as never,
        )
      }

      /** What a page may ask of an agent, as far as the protocol has it. */
      async function answer(request: HostRequest): Promise<JsonObject> {
        switch (request.subtype) {
          case 'interrupt':
            await interrupt()
            return {}
          case 'set_permission_mode': {
            const modeId = toForeignMode(String(request.mode), opened.modes)
            await agent.request('session/set_mode', { sessionId: opened.id, modeId })
            if (opened.modes) opened.modes.currentModeId = modeId
            return { mode: toOwnMode(modeId) }
          }
          case 'set_model': {
            const option = findModels()
            if (!option)
              throw new Error(
                `${name} does not offer a choice of models here. Choose one in its own settings.`,
              )
            const value = String(request.model)
            const { configOptions } = await agent.request('session/set_config_option', {
              ...{ sessionId: opened.id, configId: option.id, value },
            })
            if (session) session = { ...session, options: configOptions }
            return { model: value }
          }
          case 'cancel_async_message': {
            const place = waiting.findIndex(({ uuid }) => uuid === request.message_uuid)
            if (place >= 0) waiting.splice(place, 1)
            return { cancelled: place >= 0 }
          }
          default:
            throw new Error(`${name} is not asked that: the Agent Client Protocol has no ${request.subtype}.`)
        }
      }

      async function interrupt(): Promise<void> {
        if (!turn) return
        isCancelled = true
        await agent.notify('session/cancel', { sessionId: opened.id })
        for (const requestId of [...questions.keys()]) takeBack(requestId)
      }

      return {
        id: `acp:${name}`,
        workspace: {
          ...{ cwd, env, messages: ear.messages },
          permissions: () => ({
            mode: 'default',
            rules: { allow: [], deny: [], ask: [] },
            ...{ cwd, home: env.HOME ?? cwd, additionalDirectories: [] },
          }),
        },
        standing() {
          const option = findModels()
          const models =
            option?.type === 'select'
              ? option.options.flatMap(one => ('group' in one ? one.options : [one]))
              : []
          return {
            ...ear.standing(),
            commands: withFaceCommands(commands),
            ...{ cwd, path: recording.path, problems, isHolding: false },
            models: models.map(({ value, name }) => ({ id: value, name })),
          }
        },
        async take(prompt) {
          if (isEnding) throw new Error(`${name} has ended.`)
          const named = { ...prompt, uuid: prompt.uuid ?? randomUUID() }
          ear.noteSent(named)
          waiting.push(named)
          running ??= runTurns()
        },
        hear(frame) {
          if (frame.kind === 'cancel') return
          const { requestId, request } = frame
          answer(request).then(
            response => {
              owner.say(toResponse({ subtype: 'success', request_id: requestId, response }))
              ear.noteAnswered(request, response)
            },
            error => {
              const words = stripControl(error instanceof Error ? error.message : String(error))
              owner.say(toResponse({ subtype: 'error', request_id: requestId, error: words }))
            },
          )
        },
        pending: ear.pending,
        rewindFiles: async () => toFileRewind(refuseRewind(`${name} keeps no earlier states of files.`)),
        settle(requestId, decided) {
          const settle = questions.get(requestId)
          const request = offered.get(requestId)
          if (!settle || !request || !ear.close(requestId)) return false
          questions.delete(requestId)
          offered.delete(requestId)
          settle(decided.status === 'answered' ? toOutcome(request, decided.response) : CANCELLED)
          if (decided.status === 'answered' && decided.response.interrupt === true) void interrupt()
          return true
        },
        presence: ear.presence,
        look() {},
        release() {},
        async relocate() {
          await recording.recordEntry({ type: 'relocated', relocatedCwd: cwd, sessionId })
        },
        isBusy: () => ear.state() !== 'idle',
        async end() {
          isEnding = true
          waiting.length = 0
          ear.presence.close()
          await interrupt().catch(() => undefined)
          const timer = setTimeout(pipe.kill, PATIENCE_MS)
          if (running) await Promise.race([running, new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
          pipe.input.end()
          await released
          clearTimeout(timer)
        },
      }
    }
  }
}

type TurnEnd = {
  readonly prompt: HostPrompt
  readonly stopReason: string
  readonly failure: string | null
  readonly words: string
  readonly durationMs: number
}

const PATIENCE_MS = 3_000
const CANCELLED: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }

/** The option that comes closest to what the person said. */
function toOutcome({ options }: RequestPermissionRequest, response: JsonObject): RequestPermissionResponse {
  const isAllowed = response.behavior === 'allow'
  const updates = response.updatedPermissions
  const isAlways = isAllowed && Array.isArray(updates) && updates.length > 0
  const wished = isAlways
    ? ['allow_always', 'allow_once']
    : isAllowed
      ? ['allow_once', 'allow_always']
      : ['reject_once', 'reject_always']
  for (const kind of wished) {
    const option = options.find(one => one.kind === kind)
    // To allow for good is never made of a single yes.
    if (option && !(kind === 'allow_always' && !isAlways && options.some(one => one.kind === 'allow_once')))
      return { outcome: { outcome: 'selected', optionId: option.optionId } }
  }
  return CANCELLED
}

function toCommands(
  available: readonly {
    readonly name: string
    readonly description: string
    readonly input?: { readonly hint: string } | null
  }[],
) {
  return available.map(({ name, description, input }) => ({
    name,
    description,
    argumentHint: input?.hint ?? '',
  }))
}

/** What no agent of the protocol does a page and a terminal do themselves. */
function withFaceCommands(commands: ReturnType<typeof toCommands>) {
  return [...commands, ...listFaceCommands(commands.map(({ name }) => name)).map(toWireCommand)]
}

function toResponse(response: object): WireEvent {
  // An answer to a page's question.
  return { type: 'control_response', response } as WireEvent
}

/** For what is looked up before anything runs. */
function toIo(env: Io['env']): Io {
  const output = { isTerminal: false, columns: () => undefined, write: async () => {} }
  return {
    ...{ stdin: Readable.from([]), stdout: output, stderr: output, env },
    ...{ signal: new AbortController().signal, onClosedOutput() {} },
  }
}

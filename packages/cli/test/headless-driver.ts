import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { isObject, type JsonObject } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'
import type { Io, Output } from '@antiphon/host'
import { type AgentFlags, createHeadlessProgram, createHost, toHostFrame } from '@antiphon/host'
import { Command } from 'commander'
import { addAgentFlags } from '../src/commands/add-agent-flags.ts'

export type DriverOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly argv?: readonly string[]
  /** Answers what the program asks; what it does not answer waits. */
  readonly answer?: (request: JsonObject) => JsonObject | null
}

/** A host in this process that drives the agent by frames. */
export interface HeadlessDriver {
  readonly events: readonly JsonObject[]
  readonly stderr: () => string
  /** Asks, and gives the answer's envelope; throws where none comes. */
  ask(subtype: string, fields?: JsonObject): Promise<JsonObject>
  /** Asks what has to work. */
  get(subtype: string, fields?: JsonObject): Promise<JsonObject>
  /** Asks what has to be refused, and gives the reason. */
  refusal(subtype: string, fields?: JsonObject): Promise<string>
  /** Says something and waits for the result of the turn. */
  say(content: string, uuid?: string): Promise<JsonObject>
  hear(frame: JsonObject): void
  until<T>(find: () => T | undefined, what: string): Promise<T>
  end(): Promise<number>
}

/** Starts the program; the first frame opens the agent. */
export function createHeadlessDriver({ cwd, env, argv = [], answer }: DriverOptions): HeadlessDriver {
  const events: JsonObject[] = []
  const errors: string[] = []
  let line = 0
  const host = createHost(async event => {
    // Frames are JSON.
    const frame = event as unknown as JsonObject
    events.push(frame)
    const { request } = frame
    const response =
      frame.type === 'control_request' && isObject(request) ? answer?.(request as JsonObject) : null
    if (response)
      hear({
        type: 'control_response',
        response: { subtype: 'success', request_id: frame.request_id, response },
      })
  })
  const io: Io = {
    stdin: new PassThrough(),
    stdout: toOutput([]),
    stderr: toOutput(errors),
    env,
    signal: new AbortController().signal,
    onClosedOutput: () => {},
  }
  const flags = addAgentFlags(new Command().exitOverride()).parse(argv, { from: 'user' }).opts<AgentFlags>()
  const program = createHeadlessProgram({
    ...{ flags, io, cwd, host },
    isDriven: true,
    stop: new AbortController(),
    explains: false,
  })

  function hear(frame: JsonObject): void {
    // What a host sends need not be what we know.
    program.hear(
      toHostFrame({ kind: 'event', event: frame as unknown as WireEvent, line: ++line, offset: 0 }),
    )
  }

  async function ask(subtype: string, fields: JsonObject = {}): Promise<JsonObject> {
    // Every host's first line; without it other questions wait.
    if (line === 0 && subtype !== 'initialize') ask('initialize').catch(() => undefined)
    const requestId = randomUUID()
    hear({ type: 'control_request', request_id: requestId, request: { ...fields, subtype } })
    return until(() => findAnswers(events, requestId)[0], `an answer to ${subtype}`)
  }

  return {
    events,
    stderr: () => errors.join(''),
    ask,
    async get(subtype, fields) {
      const { response, error } = await ask(subtype, fields)
      if (!isObject(response)) throw new Error(`${subtype}: ${String(error)}`)
      return response as JsonObject
    },
    async refusal(subtype, fields) {
      const { error } = await ask(subtype, fields)
      if (typeof error !== 'string') throw new Error(`${subtype} was answered`)
      return error
    },
    async say(content, uuid = randomUUID()) {
      hear({ type: 'user', uuid, message: { role: 'user', content } })
      return until(
        () => events.find(({ type, user_message_uuid: of }) => type === 'result' && of === uuid),
        `a result for ${content}`,
      )
    },
    hear,
    until,
    async end() {
      host.leave()
      return program.end()
    },
  }
}

/** Every answer to a question, by its id. */
export function findAnswers(events: readonly JsonObject[], requestId: string): readonly JsonObject[] {
  return events.flatMap(({ type, response }) =>
    type === 'control_response' && isObject(response) && response.request_id === requestId
      ? [response as JsonObject]
      : [],
  )
}

async function until<T>(find: () => T | undefined, what: string): Promise<T> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what}: not within half a minute`)
    await setTimeout(5)
  }
}

function toOutput(parts: string[]): Output {
  return {
    write: async text => void parts.push(text),
    isTerminal: false,
    columns: () => undefined,
  }
}

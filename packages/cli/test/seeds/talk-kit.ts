import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ApiRequest, isObject } from '@antiphon/contract'
import {
  createScriptModel,
  type ScriptReply,
  type SimulatedModel,
  type SimulatorOptions,
} from '@antiphon/simulator'
import {
  createHeadlessKit,
  DRIVEN,
  type DrivenAgent,
  type HeadlessKit,
  type Line,
  type StartOptions,
} from '../headless-kit.ts'
import { collect, startAntiphon } from '../spawn-antiphon.ts'
import type { Ran } from '../test-io.ts'

/** The executable in an empty home, a folder with files, and a model that says what it is told. */
export type Talk = HeadlessKit & {
  /** Every request of the agent and its subagents, oldest first. */
  readonly requests: () => readonly ApiRequest[]
  /** Runs another command of the executable in the same home. */
  readonly run: (argv: readonly string[], stdin?: string) => Promise<Ran>
}

export async function createTalk(
  replies: readonly ScriptReply[],
  options: SimulatorOptions & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<Talk> {
  const { files = {}, ...rest } = options
  const kit = await createHeadlessKit(createTalkModel(replies), rest)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(kit.folder, name)), { recursive: true })
    writeFileSync(join(kit.folder, name), text)
  }
  return {
    ...kit,
    requests: () =>
      kit.simulator.log
        .all()
        .flatMap(({ request, status }) => (request && isOfAgent(request) && status === 200 ? [request] : [])),
    run: (argv, stdin = '') => runIn(argv, { env: kit.env, cwd: kit.folder, stdin }),
  }
}

/** Says its replies to agents; who asks without tools wants a judgement, a title or a summary, and gets the same each time. */
export function createTalkModel(replies: readonly ScriptReply[]): SimulatedModel {
  const script = createScriptModel(replies)
  return {
    name: 'talk',
    answer: (request, turn) =>
      isOfAgent(request)
        ? script.answer(request, turn)
        : { blocks: [{ type: 'text', text: toAside(request) }] },
  }
}

function toAside({ system }: ApiRequest): string {
  const isJudge = JSON.stringify(system ?? '').includes('classifier')
  return isJudge ? JSON.stringify({ decision: 'block', reason: 'Nobody wished it.' }) : 'In short.'
}

function isOfAgent({ tools }: ApiRequest): boolean {
  return Array.isArray(tools) && tools.length > 0
}

export type RunIn = {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly stdin?: string
}

/** Runs the executable to its end. */
export async function runIn(
  argv: readonly string[],
  { env = {}, cwd, stdin = '' }: RunIn = {},
): Promise<Ran> {
  const child = startAntiphon(argv, { HOME: '/nonexistent', ...env }, cwd)
  const ended = collect(child)
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  return ended
}

/** Logs written for the purpose, and the commands that read them. */
export type LogShelf = {
  /** Writes a log and gives its path. */
  readonly write: (name: string, lines: readonly object[] | string) => string
  readonly remove: () => void
}

export function createLogShelf(): LogShelf {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-seeds-'))
  return {
    write(name, lines) {
      const path = join(folder, name)
      writeFileSync(
        path,
        typeof lines === 'string' ? lines : lines.map(line => `${JSON.stringify(line)}\n`).join(''),
      )
      return path
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Entries that follow each other, with the fields that a log adds. */
export function toEntries(messages: readonly Line[]): readonly Line[] {
  return messages.map((message, index) => ({
    parentUuid: index === 0 ? null : uuidOf(index - 1),
    isSidechain: false,
    userType: 'external',
    cwd: '/project',
    sessionId: 'a5eed000-0000-4000-8000-000000000000',
    version: '2.1.0',
    uuid: uuidOf(index),
    timestamp: new Date(1_770_000_000_000 + index * 1000).toISOString(),
    ...message,
  }))
}

/** The uuid of the entry at a place. */
export function uuidOf(index: number): string {
  return `${index.toString(16).padStart(8, '0')}-0000-4000-8000-00000000face`
}

/** What `type` and `subtype` of lines are. */
export function ofKind(lines: readonly Line[], type: string, subtype?: string): readonly Line[] {
  return lines.filter(line => line.type === type && (subtype === undefined || line.subtype === subtype))
}

/** The attachments of a kind in a log. */
export function attachmentsOf(lines: readonly Line[], kind: string): readonly Line[] {
  return lines.flatMap(({ attachment }) =>
    isObject(attachment) && attachment.type === kind ? [attachment as Line] : [],
  )
}

/** One driven agent whose prompts are answered one after the other. */
export type Dialogue = {
  readonly agent: DrivenAgent
  /** Says something and waits for the result of its turn. */
  readonly ask: (words: string) => Promise<Line>
  /** Says something and does not wait. */
  readonly say: (words: string) => void
  /** Asks the program for something, and gives its answer. */
  readonly control: (request: Line) => Promise<Line>
  /** Waits until so many results came. */
  readonly results: (count: number) => Promise<readonly Line[]>
  /** Ends the input, and waits for the end. */
  readonly end: () => Promise<void>
}

export function startDialogue(talk: Talk, argv: readonly string[] = [], options?: StartOptions): Dialogue {
  const agent = talk.start([...DRIVEN, ...argv], options)
  const resultsOf = (): readonly Line[] => ofKind(agent.events, 'result')
  const results = async (count: number): Promise<readonly Line[]> => {
    await agent.until(() => resultsOf().length >= count)
    return resultsOf()
  }
  let questions = 0
  return {
    ...{ agent, results, say: agent.say },
    async ask(words) {
      const count = resultsOf().length
      agent.say(words)
      return (await results(count + 1))[count] ?? {}
    },
    async control(request) {
      const id = `question-${++questions}`
      agent.child.stdin.write(`${JSON.stringify({ type: 'control_request', request_id: id, request })}\n`)
      const isAnswer = ({ type, response }: Line): boolean =>
        type === 'control_response' && isObject(response) && response.request_id === id
      return (await agent.until(isAnswer)) ?? {}
    },
    async end() {
      agent.hush()
      await agent.ended
    },
  }
}

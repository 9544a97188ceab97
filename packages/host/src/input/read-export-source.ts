import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { buildConversation, type Conversation, type Entry, type TranscriptEntry } from '@antiphon/core'
import {
  createRedactionReport,
  createRedactor,
  type ExportedSubagent,
  type ExportSource,
  type Redaction,
  type Redactor,
} from '@antiphon/transcript'
import { ProgramError } from '../program-error.ts'
import { findSubagentFiles } from './find-subagent-files.ts'
import { type InputIo, STDIN } from './open-input.ts'
import { type LoadedSession, readSession } from './read-session.ts'

export type ReadExportOptions = {
  readonly isRedacted: boolean
  /** Kinds of secrets that stay; none unless told. */
  readonly kept?: ReadonlySet<string>
  readonly hasSubagents: boolean
  /** Hears how far it is; `total` is null where nobody knows. */
  readonly onProgress?: (done: number, total: number | null, words: string) => void
  readonly io: InputIo
}

export type ReadExport = {
  readonly source: ExportSource
  /** The session's own file, for what is to be told of its damage. */
  readonly file: LoadedSession
  /** What was found and where; empty where nobody looked. */
  readonly redactions: readonly Redaction[]
}

/** Reads a session and the logs of its subagents, and takes their secrets out. */
export async function readExportSource(path: string, options: ReadExportOptions): Promise<ReadExport> {
  const { isRedacted, kept, hasSubagents, onProgress, io } = options
  const report = createRedactionReport()
  const redactor = createRedactor({ ...(kept && { kept }), onSecret: report.onSecret })
  const read = async (from: string): Promise<LoadedSession> => {
    onProgress?.(0, null, `reading ${basename(from)}`)
    const file = await readSession(from, io)
    return isRedacted ? pass(file, redactor.value) : file
  }
  const pass = async (from: LoadedSession, redact: Redactor['value']): Promise<LoadedSession> => ({
    ...from,
    entries: await redactEntries(from.entries, { redact: look(redact), onProgress, io }),
  })
  const look =
    (redact: Redactor['value']): Redactor['value'] =>
    entry => {
      report.enter(entry)
      return redact(entry)
    }
  // A secret that one message shows by its name may stand without it in another: all are read before any is written.
  const recall = async (from: LoadedSession): Promise<LoadedSession> =>
    isRedacted ? pass(from, redactor.recall) : from
  const seen = await read(path)
  const seenBelow: { readonly path: string; readonly file: LoadedSession }[] = []
  for (const below of hasSubagents && path !== STDIN ? await findSubagentFiles(path) : [])
    seenBelow.push({ path: below, file: await read(below) })
  const file = await recall(seen)
  const conversation = buildConversation(file.entries, { offsets: file.offsets })
  const subagents = hasSubagents ? listSidechains(conversation) : []
  for (const below of seenBelow) subagents.push(toSubagent(below.path, (await recall(below.file)).entries))
  return {
    file,
    redactions: report.list(),
    source: {
      name: file.name,
      conversation,
      subagents,
      woven: weave({ conversation, subagents, hasSubagents }),
      redactions: isRedacted ? redactor.counts() : null,
    },
  }
}

function listSidechains({ sidechains }: Conversation): ExportedSubagent[] {
  return sidechains.map(({ agentId, messages }) => ({ agentId: agentId ?? null, messages }))
}

function toSubagent(path: string, entries: readonly Entry[]): ExportedSubagent {
  const agentId = /agent-(.+)\.jsonl/.exec(basename(path))?.[1] ?? null
  return { agentId, messages: buildConversation(entries).messages }
}

type WeaveOptions = {
  readonly conversation: Conversation
  readonly subagents: readonly ExportedSubagent[]
  readonly hasSubagents: boolean
}

function weave({ conversation, subagents, hasSubagents }: WeaveOptions): readonly TranscriptEntry[] {
  if (!hasSubagents) return conversation.messages
  const inside = new Set(conversation.sidechains.map(({ messages }) => messages))
  const beside = subagents.filter(({ messages }) => !inside.has(messages))
  return [...conversation.woven.map(({ entry }) => entry), ...beside.flatMap(withAgentId)]
}

/** The name of the file says whose messages they are, where they don't. */
function withAgentId({ agentId, messages }: ExportedSubagent): readonly TranscriptEntry[] {
  return messages.map(message => ({ ...(agentId !== null && { agentId }), ...message, isSidechain: true }))
}

type RedactEntriesOptions = {
  readonly redact: Redactor['value']
  readonly onProgress: ReadExportOptions['onProgress']
  readonly io: InputIo
}

/** Entries after one pass of a redactor; the event loop turns meanwhile, so that Ctrl-C is heard. */
async function redactEntries(
  entries: readonly Entry[],
  { redact, onProgress, io }: RedactEntriesOptions,
): Promise<readonly Entry[]> {
  const redacted: Entry[] = []
  let restedAt = performance.now()
  for (const [index, entry] of entries.entries()) {
    // The redactor keeps the shape of what it is given.
    redacted.push(redact(entry) as Entry)
    if (performance.now() - restedAt < LONGEST_WORK_MS) continue
    onProgress?.(index + 1, entries.length, 'looking for secrets')
    await setImmediate()
    if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
    restedAt = performance.now()
  }
  return redacted
}

const LONGEST_WORK_MS = 50

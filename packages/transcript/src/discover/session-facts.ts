import { isObject } from '@antiphon/contract'
import { type Entry, SYNTHETIC_MODEL } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { saysEnough } from '@antiphon/core/ui'
import { readPrompt, toTitleLine } from './read-prompt.ts'
import type { SessionTitle } from './session-summary.ts'

/** What one end of a log tells; of each fact what was met first. */
export type SessionFacts = Partial<Record<FactName, string>> & {
  readonly hasMain: boolean
  readonly hasSide: boolean
}

/**
 * `task` and `sideModel` are those of subagents whose messages stand in a session's log; `tellingPrompt` is the first that
 * has enough words to name a session by.
 */
type FactName =
  | 'sessionId'
  | 'time'
  | 'cwd'
  | 'gitBranch'
  | 'version'
  | 'model'
  | 'sideModel'
  | 'prompt'
  | 'command'
  | 'task'
  | 'plan'
  | 'tellingPrompt'
  | 'entrypoint'

export interface FactCollector {
  readonly facts: SessionFacts
  /** Takes the next entry on the way from this end. */
  take(entry: Entry): void
  /** The same where entries were left out that hold no prompt: then only a prompt is sure to be the first met. */
  takePrompt(entry: Entry): void
  /** True when only a prompt may be missing. */
  isSettled(): boolean
}

/** Collects from entries in the order of the log: how the session began. In a subagent's log its task is the prompt. */
export function createHeadCollector(isSubagent: boolean): FactCollector {
  const { facts, note } = createFacts()
  function takePrompt(entry: Entry): void {
    const prompt = facts.tellingPrompt === undefined ? readPrompt(entry) : null
    if (!prompt) return
    const isTask = prompt.isSidechain && !isSubagent
    if (!isTask && prompt.kind === 'prompt') {
      // A plan heads a session that begins with it.
      if (facts.prompt === undefined) note('plan', prompt.planHeading)
      if (saysEnough(prompt.text)) note('tellingPrompt', prompt.text)
    }
    // Behind the first prompt, only one that tells more matters.
    if (isTask || prompt.kind === 'prompt' || facts.prompt === undefined)
      note(isTask ? 'task' : prompt.kind, prompt.text)
  }
  return {
    facts,
    take(entry) {
      note('sessionId', readEntryText(entry, 'sessionId'))
      note('time', readTime(entry))
      note('cwd', readEntryText(entry, 'cwd'))
      note('entrypoint', readEntryText(entry, 'entrypoint'))
      noteSpeaker(facts, entry)
      takePrompt(entry)
    },
    takePrompt,
    isSettled: () => [facts.sessionId, facts.time, facts.cwd].every(fact => fact !== undefined),
  }
}

/** Collects from entries, the last first: how the session ended. */
export function createTailCollector(isSubagent: boolean): FactCollector {
  const { facts, note } = createFacts()
  let hasMessage = false
  function takePrompt(entry: Entry): void {
    if (facts.prompt !== undefined) return
    const noted = entry.type === 'last-prompt' ? readEntryText(entry, 'lastPrompt') : undefined
    if (noted !== undefined) note('prompt', toTitleLine(noted))
    const prompt = readPrompt(entry)
    if (prompt?.kind === 'prompt') note(prompt.isSidechain && !isSubagent ? 'task' : 'prompt', prompt.text)
  }
  return {
    facts,
    take(entry) {
      note('time', readTime(entry))
      if (isTranscriptEntry(entry)) {
        // Where the last message names no branch there is none, whatever earlier ones named.
        if (!hasMessage)
          for (const name of ['gitBranch', 'version', 'entrypoint'] as const)
            note(name, readEntryText(entry, name))
        hasMessage = true
        noteSpeaker(facts, entry)
        note(entry.isSidechain === true && !isSubagent ? 'sideModel' : 'model', readModel(entry))
      }
      takePrompt(entry)
    },
    takePrompt,
    isSettled: () => hasMessage && facts.time !== undefined && facts.model !== undefined,
  }
}

type OpenFacts = Partial<Record<FactName, string>> & { hasMain: boolean; hasSide: boolean }

function createFacts(): {
  readonly facts: OpenFacts
  readonly note: (name: FactName, value: string | undefined) => void
} {
  const facts: OpenFacts = { hasMain: false, hasSide: false }
  return {
    facts,
    note(name, value) {
      if (value !== undefined) facts[name] ??= value
    },
  }
}

function noteSpeaker(facts: OpenFacts, entry: Entry): void {
  if (isTranscriptEntry(entry)) facts[entry.isSidechain === true ? 'hasSide' : 'hasMain'] = true
}

/** False for a line that surely holds no words of a person, so that most of a file is never parsed. */
export function mayHoldPrompt(line: Buffer): boolean {
  // A line of results alone holds no text, unless their own type repeats it.
  if (line.includes(USER) && (!line.includes(RESULT) || line.includes(TEXT))) return true
  return line.includes(LAST_PROMPT) || line.includes(QUEUED)
}

// Bytes, since a string would be encoded anew for each line.
const USER = Buffer.from('"user"')
const RESULT = Buffer.from('"tool_result"')
const TEXT = Buffer.from('"text"')
const LAST_PROMPT = Buffer.from('"last-prompt"')
const QUEUED = Buffer.from('"queued_command"')

function readModel(entry: Entry): string | undefined {
  if (entry.type !== 'assistant' || !isObject(entry.message)) return undefined
  const { model } = entry.message
  return typeof model === 'string' && model !== '' && model !== SYNTHETIC_MODEL ? model : undefined
}

/** Collects what a few records tell; they may stand anywhere, and most logs have none. */
export interface RecordCollector {
  /** Takes an entry that stands before those taken so far. */
  take(entry: Entry): void
  /** True when somebody named the session: earlier names give way. */
  hasName(): boolean
  /** The best name: the person's, the model's, the plan's, or a summary of a conversation that ends in this log. */
  title(hasMessage: (uuid: string) => boolean, plan: string | undefined): SessionTitle | undefined
  /** Where the session was moved to. */
  relocatedCwd(): string | undefined
}

/** Keeps the last record of each kind; those of other sessions do not count. */
export function createRecordCollector(isOwnSession: (sessionId: string) => boolean): RecordCollector {
  const last = new Map<unknown, string>()
  const summaries: { readonly text: string; readonly leaf: string }[] = []
  return {
    take(entry) {
      const sessionId = readEntryText(entry, 'sessionId')
      const text = readEntryText(entry, FIELDS.get(entry.type) ?? '')
      if (text === undefined || (sessionId !== undefined && !isOwnSession(sessionId))) return
      const leaf = readEntryText(entry, 'leafUuid')
      if (entry.type !== 'summary') last.set(entry.type, last.get(entry.type) ?? text)
      else if (leaf !== undefined) summaries.push({ text, leaf })
    },
    hasName: () => last.has('custom-title') || last.has('ai-title'),
    title(hasMessage, plan) {
      for (const source of ['custom-title', 'ai-title'] as const) {
        const text = last.get(source)
        if (text !== undefined) return { text: toTitleLine(text), source }
      }
      if (plan !== undefined) return { text: plan, source: 'plan' }
      // A summary often names a conversation of another file: one that ends here has its last message here.
      const own = summaries.find(({ leaf }) => hasMessage(leaf))
      return own && { text: toTitleLine(own.text), source: 'summary' }
    },
    relocatedCwd: () => last.get('relocated'),
  }
}

/** False for a line that does not begin as such a record does, so that a name is found in a large log without parsing it. */
export function mayHoldRecord(line: Buffer): boolean {
  return line[FIRST_LETTER] !== LETTER_P && RECORD.test(line.toString('latin1', 0, HEAD_BYTES))
}

const FIELDS: ReadonlyMap<unknown, string> = new Map([
  ['custom-title', 'customTitle'],
  ['ai-title', 'aiTitle'],
  ['summary', 'summary'],
  ['relocated', 'relocatedCwd'],
])

// Every known writer puts the type first; a session id may stand before it.
const HEAD_BYTES = 96
// A message, which most lines are, begins with its `parentUuid`.
const FIRST_LETTER = '{"'.length
const LETTER_P = 0x70
const RECORD = /"type" ?: ?"(?:custom-title|ai-title|summary|relocated)"/

/** A named field of an entry where it is a string that says something. */
export function readEntryText(entry: Entry, name: string): string | undefined {
  const value = (entry as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function readTime(entry: Entry): string | undefined {
  const time = readEntryText(entry, 'timestamp')
  return time === undefined || Number.isNaN(Date.parse(time)) ? undefined : time
}

import { isObject } from '@antiphon/contract'
import { type Entry, SYNTHETIC_MODEL, type TranscriptEntry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { readText, readTime } from './entry-fields.ts'
import { readPrompt, toTitleLine } from './read-prompt.ts'

/** What the end of a log tells. */
export type TailFacts = {
  endedAt?: string
  /** Of the last message. */
  gitBranch?: string
  version?: string
  model?: string
  prompt?: string
  /** In a session: of the subagents whose messages stand in it. */
  sideModel?: string
  task?: string
  hasMain: boolean
  hasSide: boolean
}

export interface TailCollector {
  readonly facts: Readonly<TailFacts>
  /** Takes the entry before the last one taken. */
  take(entry: Entry): void
  /** The same where entries were left out that hold no prompt: then only a prompt is sure to be the last. */
  takePrompt(entry: Entry): void
  /** True when only a prompt may be missing. */
  isSettled(): boolean
  hasPrompt(): boolean
}

/** Collects from entries, the last first. */
export function createTailCollector({ isSubagent }: { readonly isSubagent: boolean }): TailCollector {
  const facts: TailFacts = { hasMain: false, hasSide: false }
  let hasMessage = false
  return {
    facts,
    take(entry) {
      set('endedAt', readTime(entry))
      if (isTranscriptEntry(entry)) takeMessage(entry)
      takePrompt(entry)
    },
    takePrompt,
    isSettled() {
      return hasMessage && facts.endedAt !== undefined && facts.model !== undefined
    },
    hasPrompt: () => facts.prompt !== undefined,
  }

  function takeMessage(entry: TranscriptEntry): void {
    // Where the last message names no branch there is none, whatever earlier ones named.
    if (!hasMessage) {
      set('gitBranch', readText(entry, 'gitBranch'))
      set('version', readText(entry, 'version'))
    }
    hasMessage = true
    facts[entry.isSidechain === true ? 'hasSide' : 'hasMain'] = true
    set(entry.isSidechain === true && !isSubagent ? 'sideModel' : 'model', readModel(entry))
  }

  function takePrompt(entry: Entry): void {
    if (facts.prompt !== undefined) return
    const noted = entry.type === 'last-prompt' ? readText(entry, 'lastPrompt') : undefined
    if (noted !== undefined) set('prompt', toTitleLine(noted))
    const prompt = readPrompt(entry)
    if (prompt?.kind === 'prompt') set(prompt.isSidechain && !isSubagent ? 'task' : 'prompt', prompt.text)
  }

  function set(name: Exclude<keyof TailFacts, 'hasMain' | 'hasSide'>, value: string | undefined): void {
    if (value !== undefined) facts[name] ??= value
  }
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

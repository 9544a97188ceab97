import type { PersonItemKind, ToolStatus } from '@antiphon/core/ui'
import type { Failure } from '../client/failure.ts'
import type { ChatTexts } from './chat-texts.ts'
import type { DoctorTexts } from './doctor-texts.ts'
import type { ModelTexts } from './model-texts.ts'
import type { NumbersTexts } from './numbers-texts.ts'
import type { PeopleTexts } from './people-texts.ts'
import type { SearchTexts } from './search-texts.ts'
import type { SessionTexts } from './session-texts.ts'

/** Every text of the page; a language is one value of this type. */
export type Texts = {
  readonly sessions: string
  readonly session: string
  readonly skipToSession: string
  readonly filterSessions: string
  readonly filterHint: string
  readonly sessionCount: (shown: number, all: number) => string
  readonly noProject: string
  readonly live: string
  readonly messageCount: (count: number) => string
  readonly atMostHint: string
  readonly untitled: string
  readonly noSessions: string
  readonly noSessionsHint: string
  readonly nothingMatches: string
  readonly listing: string
  readonly chooseSession: string
  readonly chooseSessionHint: string
  /** For somebody who has no session yet. */
  readonly examples: string
  readonly examplesHint: string
  readonly startChat: string
  readonly back: string
  readonly loading: string
  readonly loadingOlder: string
  readonly loadingNewer: string
  readonly beginning: string
  readonly emptySession: string
  readonly story: string
  readonly newBelow: (count: number) => string
  readonly toEnd: string
  readonly find: string
  readonly findCount: (current: number, all: number) => string
  readonly previous: string
  readonly next: string
  readonly showMeta: string
  readonly rawJson: string
  readonly copyLink: string
  readonly copied: string
  readonly close: string
  readonly entryAt: (seq: number) => string
  readonly loadWhole: (characters: number) => string
  readonly showAll: (lines: number) => string
  readonly showLess: string
  readonly thinking: string
  readonly thinkingHidden: string
  readonly summary: string
  readonly subagent: string
  /** Who speaks where a subagent is told what to do. */
  readonly task: string
  readonly subagentSteps: (count: number) => string
  readonly openSubagent: string
  readonly earlierSteps: string
  readonly moreSteps: (count: number) => string
  readonly input: string
  readonly output: string
  readonly errorOutput: string
  readonly noOutput: string
  readonly hooks: (count: number) => string
  readonly image: string
  readonly imageRefused: (type: string) => string
  readonly imageElsewhere: (address: string) => string
  readonly todo: Readonly<Record<'pending' | 'in_progress' | 'completed', string>>
  readonly linkRefused: (address: string) => string
  readonly damaged: (count: number) => string
  readonly restarted: string
  readonly neverSent: string
  readonly takenBack: string
  readonly ofSubagent: string
  readonly added: string
  readonly removed: string
  readonly kinds: Readonly<Record<PersonItemKind, string>>
  readonly statuses: Readonly<Record<ToolStatus, string>>
  readonly failures: Readonly<Record<Failure, string>>
  readonly serverGone: string
  readonly tryAgain: string
  readonly signIn: string
  readonly signInHint: string
  readonly token: string
  readonly tokenWrong: string
  readonly theme: string
  readonly themes: Readonly<Record<'system' | 'light' | 'dark', string>>
  readonly language: string
  readonly help: string
  readonly keys: string
  readonly keyWords: Readonly<
    Record<'next' | 'previous' | 'find' | 'sessions' | 'first' | 'last' | 'help' | 'close' | 'open', string>
  >
  readonly places: string
  readonly search: string
  readonly searchHint: string
  readonly searchNothing: string
  readonly searching: string
  readonly hits: (count: number) => string
  readonly wentWrong: string
  readonly ago: (value: number, unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year') => string
  readonly now: string
  readonly inSession: SessionTexts
  readonly inSearch: SearchTexts
  readonly numbers: NumbersTexts
  readonly doctor: DoctorTexts
  readonly model: ModelTexts
  readonly people: PeopleTexts
  readonly chat: ChatTexts
}

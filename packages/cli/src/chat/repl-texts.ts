import type { ContextReference } from '@antiphon/core'
import type { WorkLanguage } from '@antiphon/core/turns'
import type { MemoryPlace } from '@antiphon/core/ui'
import type { TerminalTheme } from './terminal-colors.ts'

/** What the terminal says itself. */
export type ReplTexts = {
  readonly language: WorkLanguage
  readonly hint: string
  readonly starting: string
  readonly working: (time: string) => string
  readonly interrupting: string
  readonly again: Readonly<Record<'exit' | 'clear' | 'rewind', string>>
  readonly waiting: string
  readonly held: (count: number) => string
  readonly takeBack: string
  readonly paste: (number: number, lines: number) => string
  readonly contextKinds: Readonly<Record<ContextReference['type'], string>>
  readonly search: string
  readonly nothingFound: string
  readonly contextLeft: (percent: number) => string
  readonly storeAway: string
  /** What stands for the name of the model where none answers. */
  readonly demoModel: string
  /** That none answers, and how one would. */
  readonly demo: string
  /** That a folder's file may not decide something, where its record of trust is, and what it is called there. */
  readonly untrusted: (what: Readonly<Record<'file' | 'settings' | 'entry' | 'record', string>>) => string
  readonly viModes: Readonly<Record<'normal' | 'insert', string>>
  readonly modes: Readonly<Record<string, string>>
  readonly once: string
  readonly always: (rules: string, place: string) => string
  readonly no: string
  readonly noReason: string
  readonly places: Readonly<Record<string, string>>
  readonly mayRun: (tool: string) => string
  readonly ofSubagent: string
  readonly choose: string
  /** The same where nothing is refused by leaving. */
  readonly pick: string
  /** The same for whoever answers by lines. */
  readonly plain: Readonly<Record<'choose' | 'pick' | 'submit', string>> & {
    /** One answer was enough. */
    readonly leftOver: (words: string) => string
  }
  readonly planTitle: string
  readonly planWays: readonly [string, string, string]
  readonly other: string
  readonly submit: string
  readonly accept: string
  readonly decline: string
  readonly openPage: string
  readonly proposed: string
  readonly wanted: string
  readonly asks: (server: string) => string
  readonly resumeTitle: string
  readonly rewindTitle: string
  readonly rewindWays: readonly [string, string, string]
  readonly rewound: string
  readonly noPrompts: string
  readonly listKeys: string
  readonly transcript: string
  readonly ended: string
  readonly ask: string
  readonly memory: string
  readonly remembered: (path: string) => string
  readonly retry: (attempt: number, most: number) => string
  readonly memoryPlaces: Readonly<Record<MemoryPlace, string>>
  readonly elsewhere: (name: string, what: string) => string
  readonly copied: string
  readonly calls: (count: number) => string
  readonly themes: Readonly<Record<TerminalTheme, string>>
  readonly renamed: (name: string) => string
  readonly modelNow: (model: string) => string
  readonly fresh: string
  readonly unknownMode: (modes: string) => string
  readonly busy: string
  readonly notify: Readonly<Record<'waits' | 'done', string>>
  readonly goOn: (command: string) => string
  readonly noTerminal: string
  readonly dumb: string
  readonly help: readonly (readonly [string, string])[]
}

/** What a person chose once for every window and every command. */
export type PersonSettings = {
  readonly theme: 'system' | 'light' | 'dark'
  /** Of `antiphon chat`; `system` is what the terminal says of its background. */
  readonly terminalTheme: 'system' | 'light' | 'dark'
  /** Keys of the field of `antiphon chat`, as Claude Code names them. */
  readonly editorMode: 'normal' | 'vim'
  /** `system` is the browser's, and in a terminal that of the environment. */
  readonly language: 'system' | 'en' | 'zh-CN'
  readonly density: 'comfortable' | 'compact'
  /** Of prompts and answers, in pixels. */
  readonly readingSize: 14 | 15 | 16 | 18
  /** Names of fonts; empty for the bundled ones. */
  readonly textFont: string
  readonly codeFont: string
  /** Which groups of calls are open when a session is opened. */
  readonly openToolCalls: 'failed' | 'edits' | 'all' | 'none'
  /** Own keys by the name of what they do. */
  readonly keys: Readonly<Record<string, string>>
  /** Who answers in a new chat. */
  readonly agent: 'claude-code' | 'antiphon' | 'demo'
  /** Empty for the agent's own. */
  readonly model: string
  readonly permissionMode: 'default' | 'acceptEdits' | 'plan'
  /** Dollars; null for no budget. */
  readonly monthlyBudgetUsd: number | null
  /** The part of the budget at which a person is warned, in percent. */
  readonly budgetAlertPercent: number
  readonly showPlanLimits: boolean
  readonly notifyWaiting: boolean
  readonly notifyDone: boolean
  readonly sound: boolean
  /** Further folders that hold `projects`; read when the program starts. */
  readonly folders: readonly string[]
  /** Whether runs of `-p` are left out of lists. */
  readonly hideOneOff: boolean
  /** How long a deleted session can be had back. */
  readonly trashDays: number
  /** Whether `antiphon sync` takes secrets out before anything leaves the machine. */
  readonly redactSync: boolean
  /** Where `antiphon archive` keeps sessions; empty for the folder `archive` beside the settings. */
  readonly archiveFolder: string
  /** Whose sessions are archived; all agents' where none is named. */
  readonly archiveAgents: readonly string[]
  /** Directories whose sessions are archived, with those below; all where none is named. */
  readonly archiveProjects: readonly string[]
  /** Directories whose sessions are never archived. */
  readonly archiveSkip: readonly string[]
  /** How long a session is kept after its last word; null for ever. */
  readonly archiveDays: number | null
  /** How large the archive may grow; then the oldest sessions go. Null for no limit. */
  readonly archiveGigabytes: number | null
  /** Whether secrets are taken out before a session is kept. */
  readonly redactArchive: boolean
  /** How much of sessions that are in the archive alone may lie unpacked, to be read and searched. */
  readonly archiveViewGigabytes: number
  /** Whether a person is told of sessions that Claude Code will delete and that are in no archive. */
  readonly warnSweep: boolean
}

/** The settings of somebody who chose nothing, and of a page that nobody has answered yet. */
export const DEFAULT_SETTINGS: PersonSettings = {
  theme: 'system',
  terminalTheme: 'system',
  editorMode: 'normal',
  language: 'system',
  density: 'comfortable',
  readingSize: 15,
  textFont: '',
  codeFont: '',
  openToolCalls: 'failed',
  keys: {},
  agent: 'claude-code',
  model: '',
  permissionMode: 'default',
  monthlyBudgetUsd: null,
  budgetAlertPercent: 80,
  showPlanLimits: true,
  notifyWaiting: true,
  notifyDone: true,
  sound: false,
  folders: [],
  hideOneOff: false,
  trashDays: 30,
  redactSync: false,
  archiveFolder: '',
  archiveAgents: [],
  archiveProjects: [],
  archiveSkip: [],
  archiveDays: null,
  archiveGigabytes: null,
  redactArchive: false,
  archiveViewGigabytes: 20,
  warnSweep: true,
}

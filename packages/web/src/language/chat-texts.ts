import type { ContextReference } from '@antiphon/core'
import { RULES_ENGLISH, type RuleTexts } from './rule-texts.ts'

/** The texts of this part of the page. */
export type ChatTexts = {
  readonly title: string
  readonly newTitle: string
  readonly newHint: string
  readonly folder: string
  readonly folderHint: string
  readonly model: string
  readonly mode: string
  readonly modes: Readonly<Record<string, string>>
  readonly defaultModel: string
  readonly demo: string
  readonly demoHint: string
  readonly start: string
  readonly starting: string
  readonly continueSession: string
  readonly continueHint: string
  readonly continueCopy: string
  readonly continueElsewhere: string
  readonly continueThere: string
  readonly elsewhereHint: string
  readonly inTheWay: {
    readonly held: string
    readonly folderGone: (folder: string) => string
    readonly folderUnknown: string
    readonly subagent: string
    readonly readOnly: string
  }
  readonly opening: string
  readonly composer: string
  readonly placeholder: string
  readonly placeholderRunning: string
  readonly send: string
  readonly stop: string
  readonly sendKeys: string
  readonly working: string
  readonly toolRuns: (name: string, seconds: number) => string
  readonly searching: (query: string) => string
  readonly searchFound: (count: number, query: string) => string
  readonly waitsForYou: string
  readonly worksMark: string
  readonly waitsMark: string
  readonly retrying: (attempt: number, most: number, seconds: number, status: number | null) => string
  readonly lost: string
  readonly ended: string
  readonly endedHint: string
  readonly notReached: string
  readonly turnFailed: string
  readonly refused: string
  readonly tooLate: string
  readonly answeredFirst: Readonly<Record<'allow' | 'deny', (name: string) => string>>
  readonly dismiss: string
  readonly turnCost: (cost: string, total: string) => string
  readonly contextUse: (tokens: string, share: string | undefined) => string
  readonly queue: string
  readonly waiting: string
  readonly sending: string
  readonly takeBack: string
  readonly held: string
  readonly release: string
  readonly question: (tool: string) => string
  readonly questionOf: (index: number, all: number) => string
  readonly bySubagent: string
  readonly allowOnce: string
  readonly allowAlways: string
  readonly rules: string
  readonly rule: RuleTexts
  readonly ruleAllow: (rules: string, place: string) => string
  readonly ruleMode: (mode: string, place: string) => string
  readonly ruleFolders: (folders: string, place: string) => string
  readonly ruleOther: (rules: string, place: string) => string
  readonly places: Readonly<Record<string, string>>
  readonly deny: string
  readonly denyReason: string
  readonly denyReasonHint: string
  readonly planTitle: string
  readonly planAccept: string
  readonly planAsk: string
  readonly planKeep: string
  readonly choiceTitle: string
  readonly choiceOther: string
  readonly choiceOtherHint: string
  readonly choiceSubmit: string
  readonly choiceSkip: string
  readonly choiceSkipped: string
  readonly choiceMissing: string
  readonly context: ContextTexts
  readonly commands: CommandTexts
}

export type CommandTexts = {
  readonly list: string
  /** What the program's own commands are, where the page says it in its own words. */
  readonly builtIn: Readonly<
    Record<string, { readonly description: string; readonly argumentHint?: string } | undefined>
  >
}

export type ContextTexts = {
  readonly add: string
  readonly row: string
  readonly above: string
  readonly content: string
  readonly remove: (label: string) => string
  readonly search: string
  readonly searchHint: string
  readonly suggestions: string
  readonly kinds: Readonly<Record<ContextReference['type'], string>>
  readonly kindHints: Readonly<Record<ContextReference['type'], string>>
  readonly looking: string
  readonly nothing: string
  readonly failed: string
  readonly noSelection: string
  readonly paste: string
  readonly pasteHint: string
  readonly pasteTerminal: string
  readonly pasteProblems: string
  readonly isError: string
  readonly url: string
  readonly urlBad: string
  readonly pageTitle: string
  readonly optional: string
  readonly attach: string
  readonly cancel: string
  readonly back: string
  readonly found: (count: number) => string
  readonly files: (count: number) => string
  readonly lines: (count: number) => string
  readonly problems: (count: number) => string
  readonly terminal: string
  readonly problemReport: string
  readonly selection: string
  readonly workspace: string
}

const MODES_ENGLISH = {
  default: 'Ask before changes',
  acceptEdits: 'Accept edits',
  plan: 'Plan only',
  bypassPermissions: 'Ask nothing',
  dontAsk: 'Refuse what is not allowed',
  auto: 'Decide by itself',
}

export const CHAT_ENGLISH: ChatTexts = {
  title: 'Chat',
  newTitle: 'New session',
  newHint: 'Say what shall be done. The session is stored like every other, and can be found in the list.',
  folder: 'Folder',
  folderHint: 'Where the agent works; choose one or type its path',
  model: 'Model',
  mode: 'Permissions',
  modes: MODES_ENGLISH,
  defaultModel: 'Default',
  demo: 'Demo model',
  demoHint:
    'No key is set, so the built-in demo model answers: rules, no language model. Set ANTHROPIC_API_KEY and start antiphon again to talk to a real one.',
  start: 'Start',
  starting: 'Starting…',
  continueSession: 'Continue this session',
  continueHint: 'Starts an agent where the session ended.',
  continueCopy: 'Continue in a copy',
  continueElsewhere: 'Continue in another folder…',
  continueThere: 'Continue there, in a copy',
  elsewhereHint: 'Copies the session and starts an agent in that folder; this one stays as it is.',
  inTheWay: {
    held: 'Another program writes this session now.',
    folderGone: folder => `The folder of this session is gone: ${folder}`,
    folderUnknown: 'The log does not say in which folder this session works.',
    subagent: 'This is the log of a subagent. Go on with the session that it belongs to.',
    readOnly: 'This window only reads, since it was opened for others.',
  },
  opening: 'Starting the agent…',
  composer: 'Message',
  placeholder: 'Say what shall be done; @ adds context, / calls a command',
  placeholderRunning: 'Say more; it waits until the agent can hear it',
  send: 'Send',
  stop: 'Stop',
  sendKeys: 'Enter sends, Shift+Enter begins a new line',
  working: 'The agent works…',
  toolRuns: (name, seconds) => `${name}: ${seconds} s`,
  searching: query => `Searches the web for “${query}”`,
  searchFound: (count, query) => `Found ${count === 1 ? 'one page' : `${count} pages`} for “${query}”`,
  waitsForYou: 'The agent waits for your decision.',
  worksMark: 'agent works',
  waitsMark: 'waits for you',
  retrying: (attempt, most, seconds, status) =>
    `The model did not answer${status === null ? '' : ` (${status})`}. Trying again in ${seconds} s, attempt ${attempt} of ${most}.`,
  lost: 'The agent cannot be reached. Trying again…',
  ended: 'The agent has ended.',
  endedHint: 'All that was said is in the session; it can go on from here.',
  notReached: 'The server did not answer, so this was not sent. Try again.',
  turnFailed: 'The turn failed:',
  refused: 'Refused:',
  tooLate: 'Too late to take it back: the agent has it already.',
  answeredFirst: {
    allow: name => `${name} answered first: allowed.`,
    deny: name => `${name} answered first: refused.`,
  },
  dismiss: 'Dismiss',
  turnCost: (cost, total) => `Turn ${cost}, together ${total}`,
  contextUse: (tokens, share) =>
    share === undefined ? `Context ${tokens} tokens` : `Context ${tokens} tokens (${share})`,
  queue: 'Not yet taken up',
  waiting: 'Waits',
  sending: 'Sending…',
  takeBack: 'Take back',
  held: 'Waited when the session ended. Goes before your next words.',
  release: 'Send now',
  question: tool => `May ${tool} run?`,
  questionOf: (index, all) => `${index} of ${all}`,
  bySubagent: 'for a subagent',
  allowOnce: 'Allow once',
  allowAlways: 'Always allow',
  rules: '“Always allow” means',
  rule: RULES_ENGLISH,
  ruleAllow: (rules, place) => `allow ${rules} ${place}`,
  ruleMode: (mode, place) => `switch to “${mode}” ${place}`,
  ruleFolders: (folders, place) => `allow work in ${folders} ${place}`,
  ruleOther: (rules, place) => `change the rules ${rules} ${place}`,
  places: {
    userSettings: 'in all projects',
    projectSettings: 'in this project, for everybody',
    localSettings: 'in this project, for you',
    session: 'in this session',
    cliArg: 'until the agent ends',
  },
  deny: 'Deny',
  denyReason: 'Reason',
  denyReasonHint: 'What shall it do instead? (optional)',
  planTitle: 'Is this plan good?',
  planAccept: 'Yes, and accept edits',
  planAsk: 'Yes, and ask before each change',
  planKeep: 'No, keep planning',
  choiceTitle: 'The agent asks you',
  choiceOther: 'Something else',
  choiceOtherHint: 'In your own words',
  choiceSubmit: 'Answer',
  choiceSkip: 'Do not answer',
  choiceSkipped: 'The person did not want to answer.',
  choiceMissing: 'Choose an answer to every question.',
  commands: { list: 'Commands', builtIn: {} },
  context: {
    add: 'Add context',
    row: 'Context of the message',
    above: 'Context',
    content: 'Attached:',
    remove: label => `Remove ${label}`,
    search: 'Search context',
    searchHint: 'Files, folders, symbols…',
    suggestions: 'What can be added',
    kinds: {
      FileReference: 'File',
      WebReference: 'Web page',
      FolderReference: 'Folder',
      SymbolReference: 'Symbol',
      TerminalReference: 'Terminal output',
      ProblemsReference: 'Problems',
      GitReference: 'Git',
      SelectionReference: 'Selection',
      WorkspaceReference: 'Workspace',
    },
    kindHints: {
      FileReference: 'by a part of its name',
      WebReference: 'by its address',
      FolderReference: 'by a part of its name',
      SymbolReference: 'a function or a class',
      TerminalReference: 'of this session, or pasted',
      ProblemsReference: 'what compilers and linters say',
      GitReference: 'what changed',
      SelectionReference: 'the text that is selected on this page',
      WorkspaceReference: 'the folder as a whole',
    },
    looking: 'Looking…',
    nothing: 'Nothing found.',
    failed: 'This could not be looked up. Try again.',
    noSelection: 'Select some text on the page first.',
    paste: 'Paste',
    pasteHint: 'Paste the text here',
    pasteTerminal: 'Paste terminal output…',
    pasteProblems: 'Paste problems, one a line…',
    isError: 'It is an error',
    url: 'Address',
    urlBad: 'An address begins with http:// or https://',
    pageTitle: 'Title',
    optional: 'optional',
    attach: 'Add',
    cancel: 'Cancel',
    back: 'All kinds',
    found: found => `${found} found`,
    files: files => (files === 1 ? '1 file' : `${files} files`),
    lines: lines => (lines === 1 ? '1 line' : `${lines} lines`),
    problems: problems => (problems === 1 ? '1 problem' : `${problems} problems`),
    terminal: 'Terminal output',
    problemReport: 'Problems',
    selection: 'Selection',
    workspace: 'Workspace',
  },
}

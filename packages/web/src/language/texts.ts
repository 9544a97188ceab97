import { SUMMARY_WORDS } from '@antiphon/core/ui'
import { CHANGES_ENGLISH, type ChangesTexts } from './changes-texts.ts'
import { CHAT_ENGLISH, type ChatTexts } from './chat-texts.ts'
import { DOCTOR_ENGLISH, type DoctorTexts } from './doctor-texts.ts'
import { HOME_ENGLISH, type HomeTexts } from './home-texts.ts'
import { LIST_ENGLISH, type ListTexts } from './list-texts.ts'
import { MODEL_ENGLISH, type ModelTexts } from './model-texts.ts'
import { NOTICE_ENGLISH, type NoticeTexts } from './notice-texts.ts'
import { NUMBERS_ENGLISH, type NumbersTexts } from './numbers-texts.ts'
import { PALETTE_ENGLISH, type PaletteTexts } from './palette-texts.ts'
import { PEOPLE_ENGLISH, type PeopleTexts } from './people-texts.ts'
import { SEARCH_ENGLISH, type SearchTexts } from './search-texts.ts'
import { SESSION_ENGLISH, type SessionTexts } from './session-texts.ts'
import { SETTINGS_ENGLISH, type SettingsTexts } from './settings-texts.ts'
import { SHARE_ENGLISH, type ShareTexts } from './share-texts.ts'
import { SHELL_ENGLISH, type ShellTexts } from './shell-texts.ts'
import { STORY_ENGLISH, type StoryTexts } from './story-texts.ts'
import { TEAM_ENGLISH, type TeamTexts } from './team-texts.ts'
import { count } from './words.ts'

/** Every text of the page in English; another language has the same ones. */
export const ENGLISH = {
  sessions: 'Sessions',
  session: 'Session',
  skipToSession: 'Skip to content',
  filterSessions: 'Filter sessions',
  filterHint: 'Title, prompt, folder, branch',
  sessionCount: (shown: number, all: number): string =>
    shown === all ? count(all, 'session') : `${shown} of ${count(all, 'session')}`,
  noProject: 'No folder known',
  live: 'Running now',
  atMostHint: 'At most: the log does not tell waiting for permission or sleep from the tool’s own time',
  untitled: 'Untitled session',
  noSessions: 'No sessions yet',
  noSessionsHint:
    'Claude Code sessions appear here by themselves. Start one with “claude” in any folder, or look at an example with “antiphon demo”.',
  nothingMatches: 'No session matches.',
  listing: 'Loading sessions…',
  back: 'All sessions',
  loading: 'Loading…',
  loadingOlder: 'Loading older messages…',
  loadingNewer: 'Loading newer messages…',
  emptySession: 'This session is empty.',
  story: 'Messages',
  toEnd: 'Go to the end',
  find: 'Find in this session',
  findCount: (current: number, all: number): string => `${current} of ${all}`,
  next: 'Next',
  rawJson: 'Raw JSON',
  copyLink: 'Copy link',
  copied: 'Link copied',
  close: 'Close',
  entryAt: (seq: number): string => `Message at position ${seq}`,
  showAll: (lines: number): string => (lines > 0 ? `Show ${count(lines, 'more line')}` : 'Show all'),
  showLess: 'Show less',
  thinkingHidden: 'Thinking hidden by the API',
  summary: SUMMARY_WORDS as string,
  subagent: 'Subagent',
  /** Who speaks where a subagent is told what to do. */
  task: 'Its task',
  subagentSteps: (steps: number): string => count(steps, 'step'),
  earlierSteps: 'Earlier steps',
  moreSteps: (steps: number): string => `Show ${count(steps, 'more step')}`,
  input: 'Input',
  output: 'Output',
  errorOutput: 'Error output',
  image: 'Image from the session',
  imageRefused: (type: string): string => `An image of type ${type} is not shown`,
  imageElsewhere: (address: string): string => `An image on another server is not loaded: ${address}`,
  todo: { pending: 'to do', in_progress: 'in progress', completed: 'done' },
  linkRefused: (address: string): string => `link cannot be opened: ${address}`,
  damaged: (stretches: number): string => `${count(stretches, 'part')} could not be read`,
  restarted: 'The file was replaced. This is what it holds now.',
  neverSent: 'not sent',
  takenBack: 'undone',
  ofSubagent: 'subagent',
  added: 'added',
  removed: 'removed',
  kinds: {
    prompt: 'You',
    answer: 'Assistant',
    thinking: 'Thinking',
    tool: 'Tool',
    command: 'Command',
    notice: 'Notice',
    summary: 'Summary',
    boundary: 'Context was compacted',
    interruption: 'Interrupted',
    meta: 'For the model',
  },
  statuses: {
    running: 'running',
    done: 'done',
    failed: 'failed',
    denied: 'denied',
    interrupted: 'interrupted',
  },
  failures: {
    unauthorized: 'This page is not signed in. Open the link that antiphon printed.',
    missing: 'This no longer exists. It may have been moved or deleted.',
    refused: 'That is not possible.',
    unreachable: 'The server does not answer. Is antiphon still running?',
    broken: 'The server ran into an error. The terminal shows details.',
    outdated: 'This page and the server have different versions. Reload the page.',
  },
  serverGone: 'The server does not answer. Trying again…',
  tryAgain: 'Try again',
  signIn: 'Sign in',
  signInHint: 'Paste the token that you were given, or open the link that antiphon printed.',
  token: 'Link or token',
  tokenWrong:
    'This token is wrong, has expired or was revoked. Ask for a new one, or open the link that antiphon printed last.',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  help: 'Keys',
  keys: 'Keys',
  keyWords: {
    jump: 'Search or jump to anything',
    next: 'Next session or message',
    previous: 'Previous session or message',
    find: 'Find in the session, or filter the list',
    sidebar: 'Hide or show the sidebar',
    newChat: 'New chat',
    first: 'Go to the beginning',
    last: 'Go to the end',
    panel: 'Show or hide files and turns',
    diff: 'Show what this session changed',
    foldTurn: 'Open or close all of the turn',
    foldTurns: 'Open or close all turns',
    copyAnswer: 'Copy the answer of the turn',
    rewind: 'Rewind to before the turn',
    findHere: 'Find in the session',
    help: 'Show these keys',
    close: 'Close, clear, or go back',
    open: 'Open the session',
    star: 'Star or unstar the session of the list',
    rename: 'Rename it',
    archive: 'Hide it',
    fold: 'Fold or unfold its group',
  },
  places: 'Places',
  search: 'Search',
  searchHint: 'Search everything that was ever said',
  searching: 'Searching…',
  hits: (hits: number): string => count(hits, 'hit'),
  wentWrong: 'This could not be displayed. The raw JSON is available.',
  ago: (value: number, unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'): string =>
    `${value}${SHORT_UNITS[unit]} ago`,
  now: 'now',
  inSession: SESSION_ENGLISH as SessionTexts,
  changes: CHANGES_ENGLISH as ChangesTexts,
  turns: STORY_ENGLISH as StoryTexts,
  inSearch: SEARCH_ENGLISH as SearchTexts,
  numbers: NUMBERS_ENGLISH as NumbersTexts,
  doctor: DOCTOR_ENGLISH as DoctorTexts,
  home: HOME_ENGLISH as HomeTexts,
  model: MODEL_ENGLISH as ModelTexts,
  chat: CHAT_ENGLISH as ChatTexts,
  people: PEOPLE_ENGLISH as PeopleTexts,
  share: SHARE_ENGLISH as ShareTexts,
  shell: SHELL_ENGLISH as ShellTexts,
  list: LIST_ENGLISH as ListTexts,
  team: TEAM_ENGLISH as TeamTexts,
  notices: NOTICE_ENGLISH as NoticeTexts,
  palette: PALETTE_ENGLISH as PaletteTexts,
  settings: SETTINGS_ENGLISH as SettingsTexts,
}

/** Every text of the page; a language is one value of this type. */
export type Texts = typeof ENGLISH

const SHORT_UNITS = { minute: 'm', hour: 'h', day: 'd', week: 'w', month: 'mo', year: 'y' } as const

import { formatCount, oneLine } from '@antiphon/core/ui'
import { EXIT_CODES, homeOf, ProgramError } from '@antiphon/host'
import {
  findCacheFolder,
  openSearch,
  parseQuery,
  type Search,
  type SearchQuery,
  type SearchStatus,
} from '@antiphon/search'
import { type Command, Option } from 'commander'
import {
  agentOption,
  type CommandContext,
  colorOption,
  type OutputFlags,
  parsePositive,
  printResult,
  rootsOf,
  rootsOfAgent,
  writeLines,
  writeNotes,
} from '../command-context.ts'
import { collectHits, collectSessions, toQueryText } from '../search/collect-hits.ts'
import { computeSearchView, formatSearch, toHitGroup, toOpenCommand } from '../search/format-search.ts'
import { formatIndexState, formatStatus, formatUpdate } from '../search/format-search-notes.ts'
import { indexAfterAnswer, indexHere } from '../search/index-after-answer.ts'
import { readTitles } from '../search/read-titles.ts'
import { formatProblems } from '../usage/format-usage-notes.ts'

type SearchCommandOptions = OutputFlags & {
  readonly limit?: number
  readonly rank?: true
  readonly by?: 'session'
  readonly index: boolean
  readonly reindex?: true
  readonly update?: true
  readonly status?: true
  readonly agent?: string
}

/** `antiphon search WORDS`: every line of every session that holds them. */
export function addSearchCommand(program: Command, context: CommandContext): void {
  const { io } = context
  program
    .command('search')
    .summary('find words in all that was ever said')
    .description(
      'Finds prompts, answers, thinking, tool input and output in all sessions, the newest first. All words must occur, ' +
        'each at the beginning of a word or of a part of one (name finds getName). The first answers come from the logs ' +
        'themselves; an index in the cache folder, made after the answer by a process of its own, makes later ones fast, ' +
        'and may be deleted at any time.',
    )
    .argument('[words...]', 'words, "phrases", -excluded, and filters')
    .option(
      '--limit <n>',
      `at most n (default: ${TERMINAL_LIMIT} on a terminal, else ${PIPE_LIMIT})`,
      parsePositive,
    )
    .option('--rank', 'the best of the newest 1,000 first')
    .addOption(
      new Option('--by <what>', 'the best three hits of each session, with the number of all').choices([
        'session',
      ]),
    )
    .addOption(agentOption())
    .option('--no-index', 'neither use an index nor write one')
    .option('--reindex', 'make the index anew')
    .option('--update', 'bring the index up to date, all of it, and nothing else')
    .option('--status', 'tell how far the index is')
    .option('--json', 'print an array of JSON objects')
    .addHelpText('after', HELP)
    .addOption(colorOption())
    .action(async (words: readonly string[], options: SearchCommandOptions) => {
      const home = homeOf(io)
      const roots = rootsOfAgent((await rootsOf(io)).roots, options.agent, io)
      const cacheFolder = options.index ? findCacheFolder(io.env, home) : null
      const search = openSearch({ roots, cacheFolder })
      if (options.reindex && !(await search.forgetIndex()))
        throw new ProgramError(
          'unwritable',
          'Another process writes the index now. Try again when it is done.',
        )
      if (options.status) {
        const status = await search.status()
        return printResult(io, options, { value: status, format: () => formatStatus(status, home) })
      }
      const isOnlyIndex = options.reindex || options.update
      if (words.length === 0 && !isOnlyIndex)
        throw new ProgramError('wrong-use', 'Name what to look for. See `antiphon search --help`.')
      const tell = options.by === 'session' ? answerBySession : answer
      const status = words.length > 0 ? await tell(search, { words, options, context }) : undefined
      // The index is one for all agents: who asks for one of them does not bring it up to date.
      if (!options.index || options.agent !== undefined) return
      const outcome =
        status && !options.update
          ? await indexAfterAnswer(search, status, io)
          : await indexHere(search, { io, isAll: options.update === true })
      if (outcome) await writeLines(io, io.stderr, formatUpdate(outcome))
    })
}

const TERMINAL_LIMIT = 20
const PIPE_LIMIT = 1000

type Asked = {
  readonly words: readonly string[]
  readonly options: SearchCommandOptions
  readonly context: CommandContext
}

/** Answers, and gives how far the index is. */
async function answer(search: Search, { words, options, context }: Asked): Promise<SearchStatus> {
  const { io, finish } = context
  const query = readQuery(words)
  const limit = options.limit ?? (io.stdout.isTerminal && !options.json ? TERMINAL_LIMIT : PIPE_LIMIT)
  const { hits, hasMore } = await collectHits(search, query, { io, limit, isRanked: options.rank === true })
  const home = homeOf(io)
  const groups = options.json ? [] : await readTitles(computeSearchView(hits))
  await printResult(io, options, {
    value: hits.map(hit => ({ ...hit, open: toOpenCommand(hit) })),
    format: screen => formatSearch(groups, { home, now: Date.now() }, screen),
  })
  if (hits.length === 0) finish(EXIT_CODES.problemFound)
  const status = await search.status()
  const notes = formatProblems(status.problems, home)
  if (hits.length === 0) notes.push(describeNothing(words, status.files))
  if (hasMore) notes.push(`The first ${hits.length}; --limit shows more.`)
  if (hits.length > 0 && io.stdout.isTerminal && !options.json)
    notes.push('`antiphon show SESSION --at ID` shows what stands around a hit.')
  await writeNotes(io, [...formatIndexState(status), ...notes])
  return status
}

/** What was looked for, where that may not be what was meant. */
function describeNothing(words: readonly string[], files: number): string {
  const found = `Nothing found in ${formatCount(files, 'log')}.`
  const phrase = words.find(word => /\S\s+\S/.test(word))
  if (phrase === undefined) return found
  return `${found} "${oneLine(phrase, 60)}" was looked for as one phrase: without the quotes, its words are looked for one by one.`
}

/** Every session with the number of its hits; `--limit` is how many sessions, and `--rank` puts the best first. */
async function answerBySession(search: Search, { words, options, context }: Asked): Promise<SearchStatus> {
  const { io, finish } = context
  const now = Date.now()
  const query = readQuery(words)
  const order = options.rank === true ? 'best' : 'newest'
  const found = await collectSessions(search, query, { io, order, now })
  const limit = options.limit ?? (io.stdout.isTerminal && !options.json ? TERMINAL_LIMIT : PIPE_LIMIT)
  const sessions = found.sessions.slice(0, limit)
  const home = homeOf(io)
  const groups = options.json ? [] : await readTitles(sessions.map(toHitGroup))
  await printResult(io, options, {
    value: sessions.map(({ hits, ...session }) => ({
      ...session,
      hits: hits.map(hit => ({ ...hit, open: toOpenCommand(hit) })),
    })),
    format: screen => formatSearch(groups, { home, now }, screen),
  })
  if (found.hits === 0) finish(EXIT_CODES.problemFound)
  const status = await search.status()
  const notes = formatProblems(status.problems, home)
  if (found.hits === 0) notes.push(describeNothing(words, status.files))
  else notes.push(`${formatCount(found.hits, 'hit')} in ${formatCount(found.sessions.length, 'session')}.`)
  if (sessions.length < found.sessions.length)
    notes.push(`The first ${sessions.length} sessions; --limit shows more.`)
  await writeNotes(io, [...formatIndexState(status), ...notes])
  return status
}

function readQuery(words: readonly string[]): SearchQuery {
  const parsed = parseQuery(toQueryText(words), { now: Date.now() })
  if (parsed.kind === 'refused')
    throw new ProgramError('wrong-use', `${parsed.reason} See \`antiphon search --help\`.`)
  return parsed.query
}

const HELP = `
Filters:
  project:TEXT session:ID branch:TEXT model:TEXT tool:NAME role:user|assistant|tool|system
  kind:prompt|answer|thinking|command|file|call|output|title|note  agent:main|sub|ID
  context:file|web|folder|symbol|terminal|problems|git|selection|workspace|any    what was attached to a prompt
  is:error  after:2026-11-01  before:7d

Examples:
  antiphon search rate limit
  antiphon search "exact phrase" project:harbour after:7d
  antiphon search tool:Bash is:error npm
  antiphon search lamp --agent codex
  antiphon search drift --by session --rank    the best three of each session
  antiphon search context:file lamp.ts          prompts to which the file was attached
  antiphon search -- migration -draft          without a word
  antiphon search 配置 --json | jq -r '.[].open'`

import type { RunningAgent, SessionRow } from '@antiphon/server/protocol'

/** A session that fits what was typed, with the stretches of its title that do. */
export type RankedSession = {
  readonly row: SessionRow
  readonly score: number
  readonly marks: readonly (readonly [number, number])[]
}

export type RankOptions = {
  readonly rows: Iterable<SessionRow>
  readonly query: string
  /** The repository's path that they must be of. */
  readonly project: string | undefined
  readonly now: number
  readonly most: number
}

/** What each word that was typed scores at least where it begins a word of the title. */
export const TITLED_SCORE = 80

/**
 * Sessions whose title, project or prompts fit, the best first: a title that begins so, then words that do, then
 * anything inside; letters in their order at last. Of two alike the newer.
 */
export function rankSessions({ rows, query, project, now, most }: RankOptions): RankedSession[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const ranked: RankedSession[] = []
  for (const row of rows) {
    if (project !== undefined && row.repositoryPath !== project) continue
    const found = scoreRow(row, words)
    if (found) ranked.push({ row, ...found, score: found.score + recency(row, now) })
  }
  return ranked.sort((one, other) => other.score - one.score).slice(0, most)
}

export type RecentOptions = Pick<RankOptions, 'rows' | 'project' | 'most'> & {
  readonly agents: ReadonlyMap<string, RunningAgent>
  /** Where the reader is already. */
  readonly openId: string | undefined
}

/** Where the reader may want to go without a word: what waits, what runs, then the newest. */
export function rankRecent({ rows, agents, project, openId, most }: RecentOptions): RankedSession[] {
  const rank = (row: SessionRow): number => {
    const state = agents.get(row.id)?.state
    return state === 'requires_action' ? 2 : state === 'running' ? 1 : 0
  }
  return [...rows]
    .filter(
      row =>
        row.id !== openId && !row.isArchived && (project === undefined || row.repositoryPath === project),
    )
    .map(row => ({ row, score: rank(row), marks: [] }))
    .sort((one, other) => other.score - one.score || (one.row.changedAt < other.row.changedAt ? 1 : -1))
    .slice(0, most)
}

type Score = Omit<RankedSession, 'row'>

function scoreRow(row: SessionRow, words: readonly string[]): Score | undefined {
  const title = row.title.toLowerCase()
  const project =
    `${row.repository ?? ''} ${row.worktree ?? row.gitBranch ?? ''} ${row.tags.join(' ')}`.toLowerCase()
  const prompts = `${row.firstPrompt ?? ''}\n${row.lastPrompt ?? ''}\n${row.sessionId}`
    .slice(0, 1000)
    .toLowerCase()
  let score = 0
  const marks: (readonly [number, number])[] = []
  for (const word of words) {
    const at = title.indexOf(word)
    if (at !== -1) {
      score += at === 0 ? 100 : isWordStart(title, at) ? TITLED_SCORE : 50
      marks.push([at, at + word.length])
    } else if (project.includes(word)) score += isWordStart(project, project.indexOf(word)) ? 45 : 30
    else if (prompts.includes(word)) score += 20
    else {
      const letters = word.length > 2 ? matchLetters(title, word) : undefined
      if (!letters) return undefined
      score += 10
      marks.push(...letters)
    }
  }
  return { score, marks }
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')
}

/** Letters in their order, each at the beginning of a word or behind the one before. */
function matchLetters(text: string, letters: string): (readonly [number, number])[] | undefined {
  const marks: (readonly [number, number])[] = []
  let from = 0
  for (const letter of letters) {
    let at = text.indexOf(letter, from)
    while (at !== -1 && at !== from && !isWordStart(text, at)) at = text.indexOf(letter, at + 1)
    if (at === -1 || (marks.length === 0 && !isWordStart(text, at))) return undefined
    marks.push([at, at + 1])
    from = at + 1
  }
  return marks
}

/** Less than what tells two fits apart: at most ten, half of it after a week. */
function recency(row: SessionRow, now: number): number {
  const days = Math.max(0, now - Date.parse(row.changedAt)) / 86_400_000
  return Number.isNaN(days) ? 0 : 10 / (1 + days / 7)
}

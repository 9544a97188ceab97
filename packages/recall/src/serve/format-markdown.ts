import type { SessionWindow } from '../told/session-window.ts'

/** A stretch of a session as Markdown. */
export function formatMarkdown(link: string, { items, left_out: leftOut }: SessionWindow): string {
  const parts = items.map(({ kind, at, text, tool, status, output }) => {
    const time = at ? ` · ${at.slice(0, 16).replace('T', ' ')}` : ''
    if (kind !== 'tool') return `## ${TITLES[kind]}${time}\n\n${text}`
    const answer = output === undefined ? '' : `\n\n${fence(output)}`
    return `### ${tool}${status === 'done' ? '' : ` (${status})`}${time}\n\n${fence(text)}${answer}`
  })
  return [
    `# ${link}`,
    ...(leftOut.before > 0 ? [`_${leftOut.before} items before this are left out._`] : []),
    ...parts,
    ...(leftOut.after > 0
      ? [`_${leftOut.after} items behind this are left out; read_session reads on._`]
      : []),
  ].join('\n\n')
}

const TITLES = { person: 'Person', agent: 'Agent', thinking: 'Thinking', tool: 'Tool', note: 'Note' }

/** A fence that the text does not end. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const mark = '`'.repeat(longest + 1)
  return `${mark}\n${text}\n${mark}`
}

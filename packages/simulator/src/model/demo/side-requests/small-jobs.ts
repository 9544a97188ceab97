import { oneLine } from '@antiphon/core'
import { countNames } from './conversation-facts.ts'
import type { SideRequest } from './side-request.ts'

/** A probe for quota or reach: one token is all that may be said. */
export const quotaProbe: SideRequest = {
  name: 'quota',
  answer: ({ request, last }) => (request.max_tokens <= 1 || last.trim() === 'quota' ? 'OK' : null),
}

/** A label for a batch of calls: “Read ×2, Bash ×1”. */
export const toolUseSummary: SideRequest = {
  name: 'tool use summary',
  answer({ system, last, hasTools }) {
    if (hasTools || !TOOL_SUMMARY.test(`${system}\n${last}`)) return null
    const names = [...last.matchAll(/^\s*(?:Tool|Tool name|name)\s*[:=]\s*"?([\w.-]+)/gim)].map(
      match => match[1] ?? '',
    )
    return names.length === 0 ? 'Used tools' : `Used ${countNames(names)}`
  },
}

const TOOL_SUMMARY =
  /\b(?:summary|summari[sz]e|label|describe)\b[^.\n]{0,80}\btool (?:calls?|uses?)\b|\btool[- ]use summary\b/i

/** The words of a command by which a permission rule knows it. */
export const commandPrefix: SideRequest = {
  name: 'command prefix',
  answer({ system, last, hasTools }) {
    if (hasTools || !/command prefix/i.test(`${system}\n${last}`)) return null
    const command = /Command:\s*(.+)\s*$/.exec(last)?.[1]?.trim() ?? ''
    if (/[`]|\$\(|[;|&]\s*\S/.test(command)) return 'command_injection_detected'
    return /^[A-Za-z][\w.-]*(?:\s+[a-z][a-z-]+(?=\s|$))?/.exec(command)?.[0] ?? 'none'
  },
}

/** What a page says about a question: its first lines, since nobody here can read it. */
export const webPage: SideRequest = {
  name: 'web page',
  answer({ last, hasTools }) {
    const page = hasTools ? undefined : /^\s*Web page content:\s*\n-{3,}\n([\s\S]*?)\n-{3,}/.exec(last)?.[1]
    return page === undefined ? null : oneLine(page, 600) || 'The page is empty.'
  },
}

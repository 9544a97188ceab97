import { fileURLToPath } from 'node:url'
import { buildConversation } from '@antiphon/core'
import { formatDamage, formatLogRepairs, type LoadedSession, readSession } from '@antiphon/host'
import type { Command } from 'commander'
import { type CommandContext, colorOption, screenFor, writeLines } from '../command-context.ts'
import { packageFile } from '../package-file.ts'
import { computeApiReport } from '../request/compute-api-report.ts'
import { formatRepairs, formatVerdicts } from '../request/format-findings.ts'
import { formatRequestOutline } from '../request/format-request-outline.ts'
import { computeSessionView, type ShownSession } from '../show/compute-session-view.ts'
import { formatSession } from '../show/format-session.ts'
import type { ColorChoice, Screen } from '../terminal/screen.ts'
import { formatDivider } from '../view/layout.ts'

/** Where the bundled session lies, from the sources and from the build alike. */
export const DEMO_FILE: string = fileURLToPath(
  packageFile('demo/projects/-home-dev-lighthouse/145e839d-c0ab-4a8b-9f8a-9a52891d3ed1.jsonl'),
)

/** `antiphon demo`: the bundled session, what would be sent of it, and what to try next. */
export function addDemoCommand(program: Command, { io }: CommandContext): void {
  program
    .command('demo')
    .summary('a bundled session, and what would be sent of it')
    .description(
      'Shows a bundled session that has every kind of message, then the request that would be sent of it.',
    )
    .addHelpText('after', '\nExamples:\n  antiphon demo\n  antiphon demo --color always | less -R')
    .addOption(colorOption())
    .action(async (options: { readonly color: ColorChoice }) => {
      const screen = screenFor(io, io.stdout, options.color)
      const session = await readSession(DEMO_FILE, io)
      const view = computeSessionView(session)
      await writeLines(io, io.stdout, formatSession(view, { hasWholeThinking: false }, screen))
      const report = computeApiReport(buildConversation(session.entries))
      await writeLines(io, io.stdout, [
        '',
        ...describeDamage(session, view).map(line => screen.palette.dim(line)),
        '',
        formatDivider('What antiphon api would send of it', screen),
        '',
        ...formatRequestOutline(report.request, screen),
        '',
        ...formatRepairs(report.repairs, screen),
        '',
        ...formatVerdicts(report, screen),
        '',
        ...nextSteps(screen),
      ])
    })
}

/** The bundled file is damaged on purpose. */
function describeDamage(session: LoadedSession, { report }: ShownSession): string[] {
  const named = { ...session, name: 'the bundled session' }
  return (formatDamage(named) + formatLogRepairs(named, report)).trimEnd().split('\n')
}

function nextSteps({ palette }: Screen): string[] {
  return [
    `${palette.bold('antiphon ls')}         every session on this machine; show, tail, api, doctor, export and fork take its id`,
    `${palette.bold('antiphon -p "…"')}     ask the agent in this folder; without a key a demo model answers`,
    `${palette.bold('antiphon simulate')}   a strict Messages API on this machine`,
    `${palette.bold('antiphon stream')}     behind claude -p … --output-format stream-json --verbose`,
  ]
}

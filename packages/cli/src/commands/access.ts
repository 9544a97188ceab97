import { ACCESS_ROLES, type AccessRole, readAuditRecords } from '@antiphon/host'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { addAccess, findAccessFolder, listAccess, revokeAccess } from '../access/change-access.ts'
import { describePerson, formatAdded, formatPeople, formatRecord } from '../access/format-access.ts'
import { type CommandContext, type OutputFlags, printResult, writeLines } from '../command-context.ts'

type AddFlags = OutputFlags & {
  readonly role: AccessRole
  readonly expires: number | null
  readonly project?: readonly string[]
  readonly token: boolean
}

/** `antiphon access add|list|revoke|audit`: who may look into the window of `antiphon open --host`. */
export function addAccessCommand(program: Command, { io }: CommandContext): void {
  const access = program
    .command('access')
    .summary('who may look into your window, and what they did')
    .description(
      'Names the people whom `antiphon open --host …` lets in. A reader reads; a driver also talks to agents, which run ' +
        'programs on this machine as you, answers them, renames, deletes and exports. Nobody is let in unless named here.',
    )
    .addHelpText('after', EXAMPLES)
  access
    .command('add')
    .summary('let somebody in')
    .description('Lets somebody in and prints their token, once: only its hash is kept.')
    .argument('<name>', 'as others see it; for a proxy, as it writes the name')
    .addOption(
      new Option('--role <role>', 'what they may do').choices([...ACCESS_ROLES]).makeOptionMandatory(),
    )
    .addOption(
      new Option('--expires <time>', 'how long they are let in: 12h, 30d, never')
        .argParser(parseLasting)
        .default(parseLasting('90d'), '90d'),
    )
    .option('--project <path...>', 'only sessions of these folders (default: all)')
    .option('--no-token', 'make no token: the trusted proxy names them')
    .option('--json', 'print it as JSON, with the token')
    .action(async (name: string, flags: AddFlags) => {
      const added = await addAccess(
        {
          ...{ name, role: flags.role, lastsMs: flags.expires },
          ...{ projects: flags.project ?? null, hasToken: flags.token },
        },
        io,
      )
      await printResult(io, flags, {
        value: { ...describePerson(added.person, Date.now()), token: added.token },
        format: () => formatAdded(added),
      })
    })
  access
    .command('list')
    .description('Those who are or were let in: role, state, until when, by token or proxy, which projects.')
    .option('--json', 'print an array of JSON objects')
    .action(async (flags: OutputFlags) => {
      const people = (await listAccess(io)).map(person => describePerson(person, Date.now()))
      await printResult(io, flags, { value: people, format: screen => formatPeople(people, screen) })
    })
  access
    .command('revoke')
    .description('Takes somebody’s access back, also while the window runs.')
    .argument('<name>', 'as `antiphon access list` has it')
    .option('--json', 'print it as JSON')
    .action(async (name: string, flags: OutputFlags) => {
      const person = await revokeAccess(name, io)
      await printResult(io, flags, {
        value: describePerson(person, Date.now()),
        format: () => [`${name} is let in no more. Pages that they have open end within a second.`],
      })
    })
  access
    .command('audit')
    .description('Who took over, answered, deleted, exported or changed access, the oldest first.')
    .option('--since <time>', 'only what is not older: 12h, 7d, 2026-11-01', parseSince)
    .option('--json', 'print a JSON object a line')
    .action(async ({ since = 0, json }: OutputFlags & { readonly since?: number }) => {
      let count = 0
      for await (const record of readAuditRecords(findAccessFolder(io), since)) {
        count += 1
        await writeLines(io, io.stdout, [json ? JSON.stringify(record) : formatRecord(record)])
      }
      if (count === 0 && !json) await io.stderr.write('Nothing is written down of that time.\n')
    })
}

function parseLasting(value: string): number | null {
  if (value === 'never') return null
  const span = parseSpan(value)
  if (span !== null) return span
  throw new InvalidArgumentError('It must be a number of hours or days, such as 12h or 30d, or never.')
}

function parseSince(value: string): number {
  const span = parseSpan(value)
  const time = span === null ? Date.parse(value) : Date.now() - span
  if (!Number.isNaN(time)) return time
  throw new InvalidArgumentError('It must be a day such as 2026-11-01, or how long ago, such as 12h or 7d.')
}

function parseSpan(value: string): number | null {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(value) ?? []
  if (count === undefined || Number(count) === 0) return null
  return Number(count) * (unit === 'h' ? HOUR_MS : 24 * HOUR_MS)
}

const HOUR_MS = 60 * 60 * 1000

const EXAMPLES = `
Examples:
  antiphon access add Ada --role driver --expires 30d
  antiphon access add Bo --role reader --project ~/code/harbour
  antiphon access add bo@example.org --role reader --no-token
  antiphon access list
  antiphon access revoke Ada
  antiphon access audit --since 7d`

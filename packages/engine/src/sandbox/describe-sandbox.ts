import type { PermissionState } from '../permissions/permission.ts'
import type { Keeping, SandboxPlan, SandboxReport, SandboxTool } from './sandbox.ts'
import { listAllowedDomains } from './sandbox-settings.ts'

/** What is in force, line by line, for a person. */
export function describeSandbox(report: SandboxReport, state: PermissionState): readonly string[] {
  const { tool, settings, plan } = report
  if (settings.enabled === false)
    return ['Off by the settings: nothing but our own reader of Bash keeps rules.']
  if (tool.kind === 'none')
    return [
      `There is no sandbox on this machine: ${tool.reason}.`,
      `To have one: ${tool.whatToDo}.`,
      settings.failIfUnavailable
        ? 'Until then no command is run (sandbox.failIfUnavailable).'
        : 'Until then commands run outside, and what our reader of Bash does not understand completely is asked about or refused.',
    ]
  const kept = `Kept by ${tool.description}.`
  if (plan === null)
    return [
      kept,
      'Not in force: no rule forbids files, and the settings do not say "sandbox": {"enabled": true}.',
    ]
  if ('problem' in plan) return [kept, `No command can be run: ${plan.problem}.`]
  const files = describeFiles(plan, tool)
  return [
    kept,
    ...(plan.level === 'folder' ? describeFolder({ settings, plan, files }, state) : [RULES, ...files]),
  ]
}

const RULES =
  'Rules for files are in force for every command; everything else is as outside ("sandbox": {"enabled": true} closes that, too).'

function describeFolder(
  {
    settings,
    plan,
    files,
  }: Pick<SandboxReport, 'settings'> & { readonly plan: SandboxPlan; readonly files: readonly string[] },
  state: PermissionState,
): readonly string[] {
  const domains = listAllowedDomains(settings, state)
  return [
    settings.autoAllowBashIfSandboxed && plan.weakness !== null
      ? `Commands run inside, and are asked about all the same: ${plan.weakness}.`
      : settings.autoAllowBashIfSandboxed
        ? 'Commands run inside, unasked; rules that forbid or ask still count.'
        : 'Commands run inside, and are asked about as ever.',
    settings.allowUnsandboxedCommands
      ? 'A command that needs out is asked about.'
      : 'No command gets out (sandbox.allowUnsandboxedCommands).',
    ...(settings.excludedCommands.length === 0 ? [] : [`Outside: ${list(settings.excludedCommands)}.`]),
    `Writable: ${list(plan.writable)}.`,
    ...files,
    `Network: ${domains.length === 0 ? 'closed' : `only ${list(domains)}`}${settings.network.allowAllUnixSockets ? '; sockets of other programs are open' : ''}${settings.network.allowLocalBinding ? '; ports of this machine are open where a command has none of its own' : ''}.`,
  ]
}

function describeFiles(plan: SandboxPlan, { secretsAre }: SandboxTool): readonly string[] {
  const kept = [...plan.readOnly, ...plan.absent]
  return [
    ...(kept.length === 0 ? [] : [`Not to be changed: ${list(kept)}.`]),
    ...(plan.hidden.length === 0 ? [] : [`Hidden by rules: ${list(plan.hidden)}.`]),
    ...(plan.emptied.length === 0 ? [] : [`${secretsAre} inside: ${list(plan.emptied)}.`]),
    ...(plan.shown.length === 0 ? [] : [`Shown all the same: ${list(plan.shown)}.`]),
  ]
}

function list(items: readonly string[]): string {
  const more = items.length - MOST_ITEMS
  return items.slice(0, MOST_ITEMS).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const MOST_ITEMS = 20

/** What the model reads where a command failed on what the sandbox closes; null where it failed on something else. */
export function explainSandboxFailure(output: string, { level, temporaryFolder }: Keeping): string | null {
  if (level === 'rules')
    return FORBIDDEN.test(output) || READ_ONLY.test(output)
      ? 'The system keeps the rules for files: what they forbid cannot be read or changed by any command.'
      : null
  if (READ_ONLY.test(output))
    return `The sandbox lets commands write only in the working folders and in ${temporaryFolder} ($TMPDIR). ${ASK}`
  if (NO_NETWORK.test(output))
    return `The sandbox closes the network but for the hosts in sandbox.network.allowedDomains. ${ASK}`
  if (FORBIDDEN.test(output))
    // Some systems say the same to everything that they refuse.
    return `The sandbox hides what rules forbid to read, keys of the person, and sockets of other programs; it lets commands write only in the working folders and in ${temporaryFolder} ($TMPDIR), and reach only the hosts in sandbox.network.allowedDomains. ${ASK}`
  return null
}

const ASK =
  'If the task needs what it closes, say why and run the command again with dangerouslyDisableSandbox: the person is asked.'
const READ_ONLY = /read-only file system|EROFS|device or resource busy/i
const FORBIDDEN = /permission denied|operation not permitted|EACCES|EPERM/i
const NO_NETWORK =
  /network is unreachable|could not resolve|name resolution|ENETUNREACH|EAI_AGAIN|ENOTFOUND|getaddrinfo|CONNECT tunnel failed/i

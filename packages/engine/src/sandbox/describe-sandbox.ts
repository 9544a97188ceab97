import type { PermissionState } from '../permissions/permission.ts'
import { listAllowedDomains } from './list-allowed-domains.ts'
import type { SandboxReport } from './sandbox.ts'
import type { SandboxPlan } from './sandbox-plan.ts'
import type { SandboxTool } from './sandbox-tool.ts'

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

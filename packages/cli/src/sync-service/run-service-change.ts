import { EXIT_CODES, type ExitCode, homeOf, type Io, ProgramError } from '@antiphon/host'
import { describeService, installService, uninstallService } from './change-service.ts'
import { planService, type ServiceKind } from './plan-service.ts'

export type ServiceWish = {
  readonly kind: ServiceKind
  readonly env: Io['env']
  readonly isRedacted: boolean
  readonly install?: true
  readonly uninstall?: true
  readonly dryRun?: true
}

/** Installs or removes the service of a command, or says how; 1 where the person has to run something themselves. */
export async function runServiceChange(io: Io, wish: ServiceWish): Promise<ExitCode> {
  if (wish.install && wish.uninstall)
    throw new ProgramError('wrong-use', 'Say --install or --uninstall, not both.')
  const { kind, env, isRedacted } = wish
  const plan = planService({
    ...{ kind, platform: process.platform, env, home: homeOf(io), userId: process.getuid?.() ?? 0 },
    ...{ program: [process.execPath, ...process.argv.slice(1, 2)], isRedacted },
  })
  if (wish.dryRun) {
    await write(io, wish.uninstall ? [`Would remove ${plan.path}.`] : describeService(plan))
    return EXIT_CODES.ok
  }
  const { isDone, lines } = await (wish.uninstall ? uninstallService : installService)(plan, io)
  await write(io, lines)
  return isDone ? EXIT_CODES.ok : EXIT_CODES.problemFound
}

function write(io: Io, lines: readonly string[]): Promise<void> {
  return io.stdout.write(lines.map(line => `${line}\n`).join(''))
}

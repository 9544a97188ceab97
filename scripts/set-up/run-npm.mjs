import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeStop } from './before-stop.mjs'
import { readFailure } from './npm-output.mjs'
import { createProgress } from './progress.mjs'
import { runWatched } from './run-watched.mjs'
import { createStage } from './stage.mjs'
import { watchPackages } from './watch-packages.mjs'

/**
 * Installs in a stage and moves in what came of it; tries again what a registry refused for a moment. Gives null, or why
 * npm failed for good. `packages` are those without which it is not whole.
 */
export async function runNpm(args, { root, lock, packages, env, say, pauses }) {
  for (const pause of [...pauses, null]) {
    const failure = await runOnce(args, { root, lock, packages, env })
    if (!failure?.isPassing || pause === null) return failure
    say(`the npm registry refused for a moment (${failure.code}); trying again in ${pause} s …`)
    await setTimeout(pause * 1000)
  }
}

async function runOnce(args, { root, lock, packages, env }) {
  const stage = createStage(root, { lock })
  const progress = createProgress('installing')
  const watch = watchPackages(packages, { folder: stage.folder, progress })
  function tidy() {
    watch.stop()
    progress.end()
    stage.remove()
  }
  const forget = beforeStop(tidy)
  try {
    // npm that is told to stop waits for a registry that hangs; what it leaves is the stage, which goes anyhow.
    const how = { cwd: stage.folder, env, onLine: watch.onLine, mayKill: true }
    const ran = await runWatched('npm', args, how)
    if (ran.status !== 0) return readFailure(ran)
    const missing = packages.find(({ path }) => !existsSync(join(stage.folder, path, 'package.json')))
    if (missing) return toFailure(missing)
    stage.moveIn()
    progress.end(packages.length > 0 ? `installed ${packages.length} packages` : 'installed')
    return null
  } finally {
    forget()
    tidy()
  }
}

/** npm says nothing of an optional package that it could not fetch; ours are the binaries that everything needs. */
function toFailure({ name, version }) {
  return {
    code: 'EMISSING',
    isPassing: true,
    text: `${name} ${version} did not come, and npm does not say why.`,
  }
}

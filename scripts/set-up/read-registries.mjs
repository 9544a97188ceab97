import { runWatched } from './run-watched.mjs'

/** Which registry a package comes from, as npm is set up here; null where npm does not say. */
export async function readRegistries(cwd, env) {
  const { status, stdout } = await runWatched('npm', ['config', 'list', '--json'], { cwd, env })
  const config = status === 0 ? parse(stdout.join('\n')) : {}
  if (typeof config.registry !== 'string') return null
  return name => {
    const scope = name.startsWith('@') ? name.split('/')[0] : ''
    const address = config[`${scope}:registry`] ?? config.registry
    return address.endsWith('/') ? address : `${address}/`
  }
}

/** A script in npm's place may say more than npm does. */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

const cleanUps = new Set()
let isStopping = false

/**
 * Has something done before the process ends by a signal: the last registered first. While anything is registered a
 * signal waits for what is done in one go, such as a renaming. Gives what takes it back.
 */
export function beforeStop(cleanUp) {
  if (cleanUps.size === 0) for (const signal of Object.keys(SIGNALS)) process.on(signal, stop)
  cleanUps.add(cleanUp)
  return () => {
    cleanUps.delete(cleanUp)
    if (cleanUps.size === 0) for (const signal of Object.keys(SIGNALS)) process.off(signal, stop)
  }
}

async function stop(signal) {
  // Who says it twice does not want to wait.
  if (isStopping) process.exit(SIGNALS[signal])
  isStopping = true
  for (const cleanUp of [...cleanUps].reverse()) await cleanUp()
  process.exit(SIGNALS[signal])
}

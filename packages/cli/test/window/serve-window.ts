// Run as a process of its own, so that its memory is the server's alone: serves the window over a root, sends its link,
// and answers every message with the megabytes that it holds, and the most that it ever had of the machine.
import { startServer } from '@antiphon/server'

const [root = '', assets = ''] = process.argv.slice(2)
const { url } = await startServer({ roots: [root], assets })
process.send?.({ url })
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({
    megabytes: process.memoryUsage().heapUsed / 2 ** 20,
    peakMegabytes: process.resourceUsage().maxRSS / 2 ** 10,
  })
})
process.on('disconnect', () => process.exit(0))

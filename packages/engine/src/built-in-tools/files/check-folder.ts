import type { Stats } from 'node:fs'

/** Why a folder cannot be searched; null if it can. */
export function refuseFolder(stats: Stats | null, path: string, cwd: string): string | null {
  if (stats === null)
    return `Directory does not exist: ${path}. Note: your current working directory is ${cwd}.`
  return stats.isDirectory() ? null : `${path} is not a folder. Give the folder that it is in.`
}

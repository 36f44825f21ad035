import { spawnSync } from 'node:child_process'
import { installPackages, mayInstall } from './packages.mjs'

const advice = 'Couldn’t install ffmpeg. Tests that need it will be skipped.'

/** Installs ffmpeg if it is missing and can be installed. Tests that need it are skipped without it. */
export async function installFfmpeg() {
  if (spawnSync('ffmpeg', ['-version']).status === 0 || !mayInstall()) return
  console.log('Installing ffmpeg…')
  await installPackages(['ffmpeg'], advice).catch((error) => console.log(error.message))
}

export function mayInstall(): boolean
export function installPackages(packages: string[], advice: string): Promise<void>

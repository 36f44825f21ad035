/**
 * Returns true if this browser supports passkeys and they work at this address, which must have https (or be localhost)
 * and a host name.
 */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)
}

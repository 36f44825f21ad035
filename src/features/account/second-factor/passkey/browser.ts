import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError, Offline } from '#web/errors.ts'
import { text } from '../text.ts'

type Options = { options: Record<string, unknown> }

/** Loads the library when it is first needed, because most people never need it. */
async function library() {
  try {
    return await import('@simplewebauthn/browser')
  } catch {
    throw new Offline()
  }
}

/** Makes a passkey on the device. Throws ApiError with a message if that fails. */
export async function createPasskey({ options }: Options) {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON }).catch((error: Error) => {
    throw notDone(error.name === 'InvalidStateError' ? text.passkey.alreadyThere : text.passkey.cancelled)
  })
}

/** Signs a challenge with a passkey on the device. Throws ApiError with a message if that fails. */
export async function askForPasskey({ options }: Options) {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON }).catch(() => {
    throw notDone(text.login.passkeyFailed)
  })
}

/** Returns an error of the browser in the form of a server's refusal, so that pages show it in the same place. */
function notDone(sentence: string): ApiError {
  return new ApiError(0, 'passkey_not_used', sentence)
}

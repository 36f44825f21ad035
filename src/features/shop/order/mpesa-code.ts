/** The code in an M-Pesa message: ten letters and digits. */
export const mpesaCode = /^[A-Z0-9]{10}$/

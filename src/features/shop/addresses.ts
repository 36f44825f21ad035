export const shopPage = '/dashboard/orders'
export const cartPage = `${shopPage}/cart`
export const myOrdersPage = `${shopPage}/my-orders`
export const orderPage = (id: string) => `${shopPage}/${id}`
export const sellingPage = '/seller/dashboard'

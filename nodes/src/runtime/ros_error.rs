//! What ROS reports as an error, in words for people: r2r names its errors like `RCL_RET_ACTION_GOAL_REJECTED`.

use r2r::Error;

/// Why a request came to nothing, to be written in brackets.
pub fn in_words(error: &Error) -> &'static str {
    match error {
        Error::RCL_RET_ACTION_GOAL_REJECTED => "its node rejects it without a reason",
        Error::RCL_RET_TIMEOUT => "ROS took too long to send it",
        Error::RCL_RET_NODE_INVALID
        | Error::RCL_RET_ALREADY_SHUTDOWN
        | Error::RCL_RET_CLIENT_INVALID
        | Error::RCL_RET_ACTION_CLIENT_INVALID => "the connection to ROS is closed",
        _ => "ROS reports an error without a reason",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_r2r_reaches_a_person() {
        for error in [Error::RCL_RET_ACTION_GOAL_REJECTED, Error::RCL_RET_CLIENT_INVALID, Error::RCL_RET_ERROR] {
            assert!(!in_words(&error).contains('_'), "{error}");
        }
    }
}
